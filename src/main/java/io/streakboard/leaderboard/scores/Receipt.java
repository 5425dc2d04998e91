package io.streakboard.leaderboard.scores;

import org.jspecify.annotations.Nullable;

/**
 * What became of a submission. On a partitioned board the figures are those of the partition's edition.
 *
 * @param period the key of the edition's period; null if there is none
 * @param before the member's score before; null if it had none
 * @param score the member's score after
 * @param rankBefore null if the member was not ranked, or for a repeat
 * @param rank null if the member is not ranked
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
}
