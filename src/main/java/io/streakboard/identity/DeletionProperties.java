package io.streakboard.identity;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/** @param checkInterval how often to look for learners whose data must be deleted a second time */
@Validated
@ConfigurationProperties("streakboard.deletions")
record DeletionProperties(
        @DefaultValue("30s") @DurationMin(millis = 1) Duration checkInterval) {}
