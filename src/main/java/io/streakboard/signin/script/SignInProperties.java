package io.streakboard.signin.script;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Positive;
import java.time.Duration;
import java.time.Period;
import java.util.List;
import java.util.Map;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param ladder points by streak day; the last step repeats, so no step may be lower than the one before
 * @param ladderCycle whether the ladder instead starts over after its last step; then the number of all days ever
 *     signed decides the step
 * @param milestones extra points by the longest streak, in days, that earns them
 * @param makeUps which missed days learners can still make up for
 * @param acknowledge when sign-ins are answered
 * @param logRetention how long the log keeps a month, for example {@code 2y}; absent: for ever
 * @param upkeepInterval how often partitions are added to the tables, and old months dropped from the log
 */
@Validated
@ConfigurationProperties("streakboard.signin")
public record SignInProperties(
        @DefaultValue({"10", "20", "30", "50"}) @NotEmpty List<@Positive @Max(1_000_000) Integer> ladder,
        @DefaultValue("false") boolean ladderCycle,
        @DefaultValue Map<@Positive Integer, @Positive @Max(1_000_000) Integer> milestones,
        @DefaultValue @Valid MakeUps makeUps,
        @DefaultValue("primary") Acknowledge acknowledge,
        @Nullable Period logRetention,
        @DefaultValue("1h") @DurationMin(millis = 1) Duration upkeepInterval) {

    /**
     * @param window how many days back a missed day can be made up
     * @param quota make-ups for the days of one month
     */
    public record MakeUps(
            @DefaultValue("30") @Min(0) @Max(366) int window,
            @DefaultValue("3") @Min(0) @Max(31) int quota) {}

    public enum Acknowledge {
        /** As soon as Redis has them. */
        PRIMARY,
        /** When a replica of Redis has them as well; 503 if none has within a second. */
        REPLICATED
    }

    /**
     * The step of the ladder that a sign-in pays.
     *
     * @param streak with this sign-in
     * @param signedDays all days ever signed before
     */
    public int step(int streak, int signedDays) {
        return ladder.get(ladderCycle ? signedDays % ladder.size() : Math.min(streak, ladder.size()) - 1);
    }

    public SignInProperties {
        if (logRetention != null && logRetention.toTotalMonths() < 1) {
            throw new IllegalArgumentException("streakboard.signin.log-retention must be at least a month");
        }
        for (int step = 1; step < ladder.size() && !ladderCycle; step++) {
            if (ladder.get(step) < ladder.get(step - 1)) {
                throw new IllegalArgumentException(
                        "streakboard.signin.ladder: step %d pays less than the one before, so it would pay to break a streak; set streakboard.signin.ladder-cycle if the ladder is to begin anew"
                                .formatted(step + 1));
            }
        }
    }
}
