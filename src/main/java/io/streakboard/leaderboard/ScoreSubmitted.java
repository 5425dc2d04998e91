package io.streakboard.leaderboard;

import java.util.List;

/**
 * Scores for configured boards. A module publishes it in the transaction that records what the scores are for. It may
 * come twice: the message ids tell.
 */
public record ScoreSubmitted(List<NewScore> scores) {

    public ScoreSubmitted(NewScore score) {
        this(List.of(score));
    }
}
