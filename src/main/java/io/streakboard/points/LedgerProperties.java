package io.streakboard.points;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/** @param expiryInterval how often to look for ledgers that have outlived {@code streakboard.season.retention} */
@Validated
@ConfigurationProperties("streakboard.points")
record LedgerProperties(
        @DefaultValue("1m") @DurationMin(millis = 1) Duration expiryInterval) {}
