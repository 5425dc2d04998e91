package io.streakboard.signin.journal;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the journal's consumers.
 *
 * @param batchSize the most entries in one MySQL transaction
 * @param linger how long a batch that is not full waits for more
 * @param maxThrottle the longest pause of a consumer before each batch while learners wait for their sign-in
 * @param consumers consumers, and so concurrent transactions, on one instance
 * @param claimAfter time after which another consumer takes over unacknowledged entries
 */
@Validated
@ConfigurationProperties("streakboard.signin.journal")
record JournalProperties(
        @DefaultValue("500") @Min(1) @Max(5000) int batchSize,
        @DefaultValue("20ms") Duration linger,
        @DefaultValue("2s") Duration maxThrottle,
        @DefaultValue("2") @Min(1) int consumers,
        @DefaultValue("10s") Duration claimAfter) {}
