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
 * @param ranks none if the member was not ranked, for a duplicate, or if Redis is down or lacks the edition. Concurrent
 *     scores of one member share their ranks
 * @param violation the reason for the refusal; null if it was counted
 */
@NamedInterface("scores")
public record SubmissionResult(
        ScoreOutcome outcome,
        @Nullable String period,
        @Nullable Long before,
        @Nullable Long score,
        RankChange ranks,
        @Nullable Violation violation)
        implements CheckedScore {

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
        return new SubmissionResult(outcome, period, null, null, RankChange.NONE, violation);
    }

    /** The violation as text. */
    public @Nullable String detail() {
        return violation == null ? null : violation.text();
    }

    public @Nullable Long rankBefore() {
        return ranks.before();
    }

    public @Nullable Long rank() {
        return ranks.after();
    }

    SubmissionResult ranked(RankChange change) {
        return new SubmissionResult(outcome, period, before, score, change, violation);
    }
}
