package io.streakboard.settlement.steps;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A step of a season's settlement, as the ledger of steps has it.
 *
 * @param epoch counts the tries
 * @param waived whether an admin waived grace and quiet period
 * @param learners number of learners counted by the step
 * @param points the sum of their points
 * @param detail the reason for waiting or failing, or a remark
 */
public record StepRow(
        Step step,
        StepStatus state,
        int epoch,
        boolean waived,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable Long learners,
        @Nullable Long points,
        @Nullable String detail) {

    public enum StepStatus {
        /** Tried on every run of the job. */
        OPEN,
        DONE,
        /** The proof failed: nothing happens until an admin acts. */
        MISMATCH
    }
}
