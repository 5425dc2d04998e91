package io.streakboard.identity.privacy;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;
import org.springframework.validation.annotation.Validated;

/**
 * @param usual default visibility
 * @param choice whether learners may choose; if not, earlier choices do not count either
 * @param lock how long a choice stays before it can be changed
 */
@Validated
@ConfigurationProperties("streakboard.privacy")
record PrivacyProperties(
        @Name("default") @DefaultValue("shown") Visibility usual,
        @DefaultValue("true") boolean choice,
        @DefaultValue("3d") @DurationMin Duration lock) {}
