package io.streakboard.time;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/** @param checkInterval how often expired data is deleted */
@Validated
@ConfigurationProperties("streakboard.retention")
record RetentionProperties(
        @DefaultValue("1h") @DurationMin(millis = 1) Duration checkInterval) {}
