package io.streakboard.leaderboard.board;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A member's place on an edition.
 *
 * @param rank from 1, in the rank style of the board
 * @param member the learner's id, or the name of another member
 * @param reachedAt when the member reached the score, to the resolution of the board; {@link Score#TIME_UNKNOWN} for
 *     an opening balance
 * @param extra the JSON sent with the score
 * @param movement since the former rank; null if ranks are not compared
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
     * @param former the former rank; null if the member had none
     */
    public record Movement(@Nullable Long former) {}

    /** How a rank has changed. */
    public enum Direction {
        UP,
        DOWN,
        SAME,
        /** The member had no rank. */
        NEW
    }

    /** When the member reached the score; null if unknown. */
    public @Nullable Instant knownTime() {
        return reachedAt.equals(Score.TIME_UNKNOWN) ? null : reachedAt;
    }

    /** Null if the rank is not compared. */
    public @Nullable Direction direction() {
        if (movement == null) {
            return null;
        }
        var gained = delta();
        if (gained == null) {
            return Direction.NEW;
        }
        return gained > 0 ? Direction.UP : gained < 0 ? Direction.DOWN : Direction.SAME;
    }

    /** Number of ranks gained, negative if lost; null without a former rank. */
    public @Nullable Long delta() {
        return movement == null || movement.former() == null ? null : movement.former() - rank;
    }

    /** @param former null if the member had no rank */
    Entry comparedWith(@Nullable Long former) {
        return new Entry(rank, member, score, reachedAt, extra, new Movement(former));
    }
}
