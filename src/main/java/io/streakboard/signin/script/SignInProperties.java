package io.streakboard.signin.script;

import java.time.Duration;
import java.time.Period;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param acknowledge when sign-ins are answered
 * @param logRetention how long the log keeps a month, for example {@code 2y}; absent: for ever
 * @param upkeepInterval how often partitions are added to the tables, and old months dropped from the log
 */
@Validated
@ConfigurationProperties("streakboard.signin")
public record SignInProperties(
        @DefaultValue("primary") Acknowledge acknowledge,
        @Nullable Period logRetention,
        @DefaultValue("1h") @DurationMin(millis = 1) Duration upkeepInterval) {

    public enum Acknowledge {
        /** As soon as Redis has them. */
        PRIMARY,
        /** When a replica of Redis has them as well; 503 if none has within a second. */
        REPLICATED
    }

    public SignInProperties {
        if (logRetention != null && logRetention.toTotalMonths() < 1) {
            throw new IllegalArgumentException("streakboard.signin.log-retention must be at least a month");
        }
    }
}
