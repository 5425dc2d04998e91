package io.streakboard.leaderboard;

import io.streakboard.leaderboard.book.NewScore;
import java.util.List;

/**
 * Scores for configured boards. A module publishes it in the transaction that records the fact behind the scores. It
 * may be delivered twice: message ids make it count once.
 */
public record ScoreSubmitted(List<NewScore> scores) {

    public ScoreSubmitted(NewScore score) {
        this(List.of(score));
    }
}
