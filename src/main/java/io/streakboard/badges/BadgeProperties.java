package io.streakboard.badges;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/** @param checkInterval how often to check whether a run over all learners is due */
@Validated
@ConfigurationProperties("streakboard.badges")
record BadgeProperties(
        @DefaultValue("10s") @DurationMin(millis = 1) Duration checkInterval) {}
