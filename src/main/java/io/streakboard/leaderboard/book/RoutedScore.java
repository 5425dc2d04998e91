package io.streakboard.leaderboard.book;

import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.leaderboard.scores.ScoreLog.MessageKey;
import io.streakboard.leaderboard.scores.ScoreRow.ScoreKey;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A submission with its target editions: first its partition's, then the one over all partitions.
 *
 * @param editions empty if it is refused
 * @param refusal null unless it is refused
 * @param period the source of the reported figures: on a sliding board the newest window that holds the submission
 * @param ranked the edition whose ranks are reported; null if there is none
 * @param dayEnds the end of the day of its arrival; null if its board does not compare days
 */
record RoutedScore(
        Submission submission,
        List<StoredEdition> editions,
        @Nullable SubmissionResult refusal,
        Period period,
        @Nullable StoredEdition ranked,
        @Nullable Instant dayEnds) {

    boolean learners() {
        return submission.board().members() == Members.LEARNER;
    }

    MessageKey messageKey() {
        return submission.messageKey();
    }

    List<ScoreKey> keys() {
        return editions.stream()
                .map(edition -> new ScoreKey(edition.id(), submission.member()))
                .toList();
    }

    /** The last day of the window whose figures are reported; null unless the board slides. */
    @Nullable
    LocalDate window() {
        return submission.board().slides() ? LocalDate.parse(period.key()) : null;
    }

    /** The key of the row whose ranks are reported. */
    @Nullable
    ScoreKey rankedKey() {
        return ranked == null ? null : new ScoreKey(ranked.id(), submission.member());
    }
}
