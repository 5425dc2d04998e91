package io.streakboard.leaderboard.book;

import io.streakboard.leaderboard.live.RankChange;
import io.streakboard.web.Violation;
import org.jspecify.annotations.Nullable;
import org.springframework.modulith.NamedInterface;

/**
 * The result of a submitted score. With a partition, the figures are from the partition.
 *
 * @param period the key of the period in which it counts; null if there is none
 * @param before the member's score before; null if it had none
 * @param score the member's score after
 * @param rankBefore null if the member was not ranked, for a duplicate, or if Redis is down or lacks the edition
 * @param rank null in the same cases. Concurrent scores of one member share their ranks
 * @param violation the reason for the refusal; null if it was counted
 */
@NamedInterface("scores")
public record SubmissionResult(
        ScoreOutcome outcome,
        @Nullable String period,
        @Nullable Long before,
        @Nullable Long score,
        @Nullable Long rankBefore,
        @Nullable Long rank,
        @Nullable Violation violation) {

    public enum ScoreOutcome {
        APPLIED,
        /** Its message id was counted before; the original figures. */
        DUPLICATE,
        /** Its edition is no longer kept, or its board had not begun or was over. */
        LATE,
        INVALID
    }

    /** A result without a change. */
    public static SubmissionResult refused(ScoreOutcome outcome, @Nullable String period, Violation violation) {
        return new SubmissionResult(outcome, period, null, null, null, null, violation);
    }

    /** The violation as text. */
    public @Nullable String detail() {
        return violation == null ? null : violation.text();
    }

    SubmissionResult ranked(RankChange change) {
        return new SubmissionResult(outcome, period, before, score, change.before(), change.after(), violation);
    }
}
