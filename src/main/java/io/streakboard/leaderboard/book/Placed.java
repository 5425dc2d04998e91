package io.streakboard.leaderboard.book;

import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.leaderboard.scores.ScoreLog.MessageKey;
import io.streakboard.leaderboard.scores.ScoreRow.Key;
import java.util.List;

/**
 * A submission with the editions that take it: that of its partition, then that over all partitions.
 *
 * @param editions none if it came too late
 */
record Placed(Submission submission, List<StoredEdition> editions) {

    boolean learners() {
        return submission.board().members() == Members.LEARNER;
    }

    MessageKey messageKey() {
        return new MessageKey(submission.board().name(), submission.member(), submission.messageId());
    }

    List<Key> keys() {
        return editions.stream()
                .map(edition -> new Key(edition.id(), submission.member()))
                .toList();
    }
}
