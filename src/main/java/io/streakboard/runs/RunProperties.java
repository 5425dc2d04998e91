package io.streakboard.runs;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/** @param checkInterval how often to look for runs of dead instances */
@Validated
@ConfigurationProperties("streakboard.runs")
record RunProperties(
        @DefaultValue("5s") @DurationMin(millis = 1) Duration checkInterval) {}
