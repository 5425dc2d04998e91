package io.streakboard.events;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param listenerThreads threads that run event listeners. Each holds a connection, so keep the pool larger
 * @param listenerQueue deliveries that may wait for a thread; further ones wait in the registry
 * @param staleAfter how long a delivery may take before it counts as lost with its instance
 * @param maxAttempts deliveries of one publication before it is parked
 * @param batchSize publications resubmitted at a time
 * @param checkInterval how often deliveries that failed or were lost are tried again
 */
@Validated
@ConfigurationProperties("streakboard.events")
record EventsProperties(
        @DefaultValue("4") @Min(1) int listenerThreads,
        @DefaultValue("100") @Min(1) int listenerQueue,
        @DefaultValue("30s") Duration staleAfter,
        @DefaultValue("10") @Min(1) int maxAttempts,
        @DefaultValue("100") @Min(1) int batchSize,
        @DefaultValue("10s") @DurationMin(millis = 1) Duration checkInterval) {}
