package io.streakboard.leaderboard.book;

import io.streakboard.leaderboard.live.RankChange;
import io.streakboard.web.Violation;
import org.jspecify.annotations.Nullable;
import org.springframework.modulith.NamedInterface;

/**
 * The result of a score. If it has a partition, the figures are from the partition.
 *
 * @param period the key of the period in which it counts; null if there is none
 * @param before the member's score before; null if it had none
 * @param score the member's score after
 * @param rankBefore null if the member was not ranked, for a duplicate, or if Redis is away or lacks the edition
 * @param rank null in the same cases. Scores sent at the same moment for one member share their ranks
 * @param violation why it was not counted; null if it was
 */
@NamedInterface("scores")
public record Receipt(
        Outcome outcome,
        @Nullable String period,
        @Nullable Long before,
        @Nullable Long score,
        @Nullable Long rankBefore,
        @Nullable Long rank,
        @Nullable Violation violation) {

    public enum Outcome {
        APPLIED,
        /** Its message id was counted before; the original figures. */
        DUPLICATE,
        /** Its edition is no longer kept, or its board had not begun or was over. */
        LATE,
        INVALID
    }

    /** A receipt for a score that changed nothing. */
    public static Receipt refused(Outcome outcome, @Nullable String period, Violation violation) {
        return new Receipt(outcome, period, null, null, null, null, violation);
    }

    /** The mistake in words. */
    public @Nullable String detail() {
        return violation == null ? null : violation.text();
    }

    Receipt ranked(RankChange change) {
        return new Receipt(outcome, period, before, score, change.before(), change.after(), violation);
    }
}
