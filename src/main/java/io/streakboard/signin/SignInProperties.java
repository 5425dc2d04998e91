package io.streakboard.signin;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Positive;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param layout how bitmaps are laid out in Redis
 * @param partitions learners are spread over so many hash slots, by id; fixed once there is data
 * @param firstYear the first year that calendars and streaks look back to
 * @param ladder points by streak day; the last step repeats
 * @param milestones points on top when the streak is exactly so long
 * @param journal how the journal is drained
 */
@Validated
@ConfigurationProperties("streakboard.signin")
record SignInProperties(
        @DefaultValue("per-learner") BitmapLayout layout,
        @DefaultValue("4") @Min(1) @Max(1024) int partitions,
        @DefaultValue("2000") @Min(1970) int firstYear,
        @DefaultValue({"10", "20", "30", "50"}) @NotEmpty List<@Positive Integer> ladder,
        @DefaultValue Map<@Positive Integer, @Positive Integer> milestones,
        @DefaultValue Journal journal) {

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

    String ladderArgument() {
        return ladder.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    String milestonesArgument() {
        return milestones.entrySet().stream()
                .map(milestone -> milestone.getKey() + ":" + milestone.getValue())
                .collect(Collectors.joining(" "));
    }
}
