package io.streakboard.signin;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Positive;
import java.time.Duration;
import java.time.Period;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param layout how bitmaps are laid out in Redis
 * @param partitions learners are spread over so many hash slots, by id; fixed once there is data
 * @param firstYear the first year that calendars and streaks look back to
 * @param ladder points by streak day; the last step repeats, so no step may be lower than the one before
 * @param ladderCycle whether the ladder begins anew after its last step instead, by days ever signed
 * @param milestones points on top when the longest streak reaches so many days
 * @param monthlyReset whether streaks begin anew with each month
 * @param makeUps for which missed days one can still sign in
 * @param freezes missed days that do not break a streak
 * @param logRetention how long the audit log keeps a month, for example {@code 2y}; absent: for ever
 * @param yearsInRedis how many years Redis keeps, this one included; earlier ones are read from MySQL. 0: all
 * @param reconcileEvery how often what is recent in Redis and MySQL is compared and put right
 * @param journal how the journal is drained
 */
@Validated
@ConfigurationProperties("streakboard.signin")
record SignInProperties(
        @DefaultValue("per-learner") BitmapLayout layout,
        @DefaultValue("4") @Min(1) @Max(1024) int partitions,
        @DefaultValue("2000") @Min(1970) int firstYear,
        @DefaultValue({"10", "20", "30", "50"}) @NotEmpty List<@Positive @Max(1_000_000) Integer> ladder,
        @DefaultValue("false") boolean ladderCycle,
        @DefaultValue Map<@Positive Integer, @Positive @Max(1_000_000) Integer> milestones,
        @DefaultValue("false") boolean monthlyReset,
        @DefaultValue @Valid MakeUps makeUps,
        @DefaultValue @Valid Freezes freezes,
        @Nullable Period logRetention,
        @DefaultValue("3") @Min(0) int yearsInRedis,
        @DefaultValue("1d") Duration reconcileEvery,
        @DefaultValue @Valid Journal journal) {

    /**
     * @param window how many days back a missed day can be made up
     * @param quota make-ups for the days of one month
     */
    record MakeUps(
            @DefaultValue("30") @Min(0) @Max(366) int window,
            @DefaultValue("3") @Min(0) @Max(31) int quota) {}

    /**
     * @param quota days that freezes bridge within 30 days; 0: none
     * @param longestGap missed days in a row that freezes bridge at most
     */
    record Freezes(
            @DefaultValue("0") @Min(0) @Max(30) int quota,
            @DefaultValue("1") @Min(1) @Max(7) int longestGap) {}

    /**
     * @param batchSize entries in one MySQL transaction, at most
     * @param linger how long a batch that is not full waits for more
     * @param patience how long the drain steps back while learners wait for their sign-in, before each batch
     * @param transactions transactions under way at once on one instance
     * @param claimAfter entries that a consumer has held for so long are taken over by another
     */
    record Journal(
            @DefaultValue("500") @Min(1) @Max(5000) int batchSize,
            @DefaultValue("20ms") Duration linger,
            @DefaultValue("2s") Duration patience,
            @DefaultValue("2") @Min(1) int transactions,
            @DefaultValue("10s") Duration claimAfter) {}

    SignInProperties {
        if (logRetention != null && logRetention.toTotalMonths() < 1) {
            throw new IllegalArgumentException("streakboard.signin.log-retention must be at least a month");
        }
        if (yearsInRedis == 1) {
            throw new IllegalArgumentException(
                    "streakboard.signin.years-in-redis must be 0 or at least 2: streaks of January reach back to December");
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
