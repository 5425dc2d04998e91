package io.streakboard.leaderboard.board;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A member's place on an edition.
 *
 * @param rank from 1, in the rank style of the board
 * @param member the learner's id, or the name of another member
 * @param reachedAt when the member reached the score, to the resolution of the board
 * @param extra what was sent with the score, as JSON
 * @param movement against the rank that it is compared with; null if it is not compared
 */
public record Entry(
        long rank,
        String member,
        long score,
        Instant reachedAt,
        @Nullable String extra,
        @Nullable Movement movement) {

    /**
     * How a rank has changed.
     *
     * @param former the rank it is compared with; null if the member had none
     */
    public record Movement(@Nullable Long former) {}
}
