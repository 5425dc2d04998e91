package io.streakboard.settlement.steps;

import io.streakboard.points.PointsTotals.TotalsSum;
import org.jspecify.annotations.Nullable;

/** The outcome of trying a step. */
public sealed interface StepOutcome {

    /**
     * The next step may begin.
     *
     * @param counted the step's counts, if it counts
     * @param remark a lasting remark for admins
     */
    record Done(@Nullable TotalsSum counted, @Nullable String remark) implements StepOutcome {

        public static final Done NOTHING_COUNTED = new Done(null, null);

        public static Done counting(TotalsSum counted) {
            return new Done(counted, null);
        }
    }

    /** The step is tried again on the next run of the job. */
    record Waiting(String cause) implements StepOutcome {

        public static final Waiting FOR_LATER_TRY = new Waiting("a later try");
    }

    /** The step is not tried again until an admin requests it. */
    record Mismatch(String difference) implements StepOutcome {}
}
