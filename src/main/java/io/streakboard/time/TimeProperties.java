package io.streakboard.time;

import java.time.OffsetDateTime;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param zone the zone that decides to which day and month an action belongs
 * @param clock where the clock starts
 */
@ConfigurationProperties("streakboard")
record TimeProperties(
        @DefaultValue("UTC") ZoneId zone, @DefaultValue ClockStart clock) {

    /** @param start the instant at which the clock starts and runs on; development only, the system's time if absent */
    record ClockStart(@Nullable OffsetDateTime start) {}
}
