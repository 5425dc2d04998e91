package io.streakboard.time;

import java.time.OffsetDateTime;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * @param zone the zone that decides the day and month of an action; a region, because browsers do not know all offsets
 * @param clock where the clock starts
 */
@ConfigurationProperties("streakboard")
record TimeProperties(
        @DefaultValue("UTC") ZoneId zone, @DefaultValue ClockStart clock) {
    TimeProperties {
        if (!ZoneId.getAvailableZoneIds().contains(zone.getId())) {
            throw new IllegalArgumentException(
                    "streakboard.zone: '%s' is not a region such as Asia/Shanghai or Etc/GMT-8".formatted(zone));
        }
    }

    /** @param start the instant from which the clock runs; only for development; the system's time if absent */
    record ClockStart(@Nullable OffsetDateTime start) {}
}
