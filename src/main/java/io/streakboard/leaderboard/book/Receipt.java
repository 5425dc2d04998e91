package io.streakboard.leaderboard.book;

import io.streakboard.leaderboard.live.RankChange;
import io.streakboard.web.Mistake;
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
 * @param mistake why it was not counted; null if it was
 */
@NamedInterface("scores")
public record Receipt(
        Outcome outcome,
        @Nullable String period,
        @Nullable Long before,
        @Nullable Long score,
        @Nullable Long rankBefore,
        @Nullable Long rank,
        @Nullable Mistake mistake) {

    public enum Outcome {
        APPLIED,
        /** Its message id was counted before; the original figures. */
        DUPLICATE,
        /** Its edition is no longer kept, or its board had not begun or was over. */
        LATE,
        INVALID
    }

    /** A receipt for a score that changed nothing. */
    public static Receipt refused(Outcome outcome, @Nullable String period, Mistake mistake) {
        return new Receipt(outcome, period, null, null, null, null, mistake);
    }

    /** The mistake in words. */
    public @Nullable String detail() {
        return mistake == null ? null : mistake.text();
    }

    Receipt ranked(RankChange change) {
        return new Receipt(outcome, period, before, score, change.before(), change.after(), mistake);
    }
}
