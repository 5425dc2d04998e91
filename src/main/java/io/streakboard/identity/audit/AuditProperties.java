package io.streakboard.identity.audit;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/** @param retention how long the records of admins' actions are kept */
@Validated
@ConfigurationProperties("streakboard.audit")
record AuditProperties(
        @DefaultValue("730d") @DurationMin(millis = 1) Duration retention) {}
