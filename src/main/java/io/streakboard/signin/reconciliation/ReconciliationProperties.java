package io.streakboard.signin.reconciliation;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param reconcileEvery how often the last two months in Redis and MySQL are compared and repaired
 * @param checkInterval how often one instance checks for lost bitmaps and due runs
 */
@Validated
@ConfigurationProperties("streakboard.signin")
record ReconciliationProperties(
        @DefaultValue("1d") Duration reconcileEvery,
        @DefaultValue("5s") @DurationMin(millis = 1) Duration checkInterval) {}
