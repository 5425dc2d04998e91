package io.streakboard.leaderboard.book;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.modulith.NamedInterface;

/**
 * A score for a configured board as received, unchecked.
 *
 * @param member the learner's id, or the name of another member
 * @param partition null on a board without partitions
 * @param delta what to add, on a board that sums; null on others
 * @param score null on a board that sums
 * @param messageId counts once per board and member
 * @param occurredAt when the member reached it: decides the period
 * @param extra a JSON object of 1 kB at most, shown with the score; null keeps the present one
 */
@NamedInterface("scores")
public record NewScore(
        String board,
        String member,
        @Nullable String partition,
        @Nullable Long delta,
        @Nullable Long score,
        String messageId,
        Instant occurredAt,
        @Nullable String extra) {

    /** For a board that sums. */
    public static NewScore added(String board, long learner, long delta, String messageId, Instant occurredAt) {
        return new NewScore(board, Long.toString(learner), null, delta, null, messageId, occurredAt, null);
    }

    /** For a board that keeps the best or the latest score. */
    public static NewScore reached(String board, long learner, long score, String messageId, Instant occurredAt) {
        return new NewScore(board, Long.toString(learner), null, null, score, messageId, occurredAt, null);
    }

    /** The same score in a partition. */
    public NewScore in(String name) {
        return new NewScore(board, member, name, delta, score, messageId, occurredAt, extra);
    }
}
