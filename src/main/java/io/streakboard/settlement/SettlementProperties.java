package io.streakboard.settlement;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param interval how often settlements are continued
 * @param copyInterval how often each instance looks for pages to copy
 * @param clearInterval how often to search Redis for boards of settled seasons, which come back with an older state
 */
@Validated
@ConfigurationProperties("streakboard.settlement")
record SettlementProperties(
        @DefaultValue("5s") @DurationMin(millis = 1) Duration interval,
        @DefaultValue("1s") @DurationMin(millis = 1) Duration copyInterval,
        @DefaultValue("10m") @DurationMin(millis = 1) Duration clearInterval) {}
