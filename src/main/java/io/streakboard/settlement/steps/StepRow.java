package io.streakboard.settlement.steps;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.streakboard.web.LearnerKey;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * A step of a season's settlement, as the ledger of steps has it and admins see it.
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
        @JsonProperty("tries") int epoch,
        @JsonIgnore boolean waived,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable Long learners,
        @Nullable Long points,

        @Nullable @JsonSerialize(using = LearnerKey.TextWriter.class)
        String detail) {

    public enum StepStatus {
        /** Tried on every run of the job. */
        OPEN,
        DONE,
        /** The proof failed: nothing happens until an admin acts. */
        MISMATCH
    }

    /** The time from the first try to the success. */
    @JsonProperty
    @Nullable
    Double seconds() {
        return startedAt == null || finishedAt == null
                ? null
                : Duration.between(startedAt, finishedAt).toMillis() / 1000.0;
    }

    /** Learners a second during that time. */
    @JsonProperty
    @Nullable
    Long learnersPerSecond() {
        var seconds = seconds();
        return seconds == null || seconds == 0 || learners == null ? null : Math.round(learners / seconds);
    }
}
