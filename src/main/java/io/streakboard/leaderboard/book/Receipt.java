package io.streakboard.leaderboard.book;

import io.streakboard.leaderboard.live.RankChange;
import org.jspecify.annotations.Nullable;

/**
 * What became of a submission. If it has a partition, the figures are the partition's.
 *
 * @param period the key of the edition's period; null if there is none
 * @param before the member's score before; null if it had none
 * @param score the member's score after
 * @param rankBefore null if the member was not ranked, for a repeat, or if Redis is away
 * @param rank null in the same cases. What was sent at the same moment for one member shares its ranks
 * @param detail why, unless applied
 */
public record Receipt(
        Outcome outcome,
        @Nullable String period,
        @Nullable Long before,
        @Nullable Long score,
        @Nullable Long rankBefore,
        @Nullable Long rank,
        @Nullable String detail) {

    /** A duplicate has the figures of the first time. */
    public enum Outcome {
        APPLIED,
        DUPLICATE,
        LATE,
        INVALID
    }

    Receipt ranked(RankChange change) {
        return new Receipt(outcome, period, before, score, change.before(), change.after(), detail);
    }
}
