package io.streakboard.signin.journal;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How the journal is drained.
 *
 * @param batchSize entries in one MySQL transaction, at most
 * @param linger how long a batch that is not full waits for more
 * @param patience how long the drain steps back while learners wait for their sign-in, before each batch
 * @param transactions transactions under way at once on one instance
 * @param claimAfter entries that a consumer has held for so long are taken over by another
 */
@Validated
@ConfigurationProperties("streakboard.signin.journal")
record JournalProperties(
        @DefaultValue("500") @Min(1) @Max(5000) int batchSize,
        @DefaultValue("20ms") Duration linger,
        @DefaultValue("2s") Duration patience,
        @DefaultValue("2") @Min(1) int transactions,
        @DefaultValue("10s") Duration claimAfter) {}
