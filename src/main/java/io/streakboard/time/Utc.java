package io.streakboard.time;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** Instants as {@code DATETIME(3)} columns in UTC, whatever the zone of the JVM, the driver or the session. */
public final class Utc {

    private Utc() {}

    public static LocalDateTime column(Instant instant) {
        return LocalDateTime.ofInstant(instant.truncatedTo(ChronoUnit.MILLIS), ZoneOffset.UTC);
    }

    public static Instant instant(LocalDateTime column) {
        return column.toInstant(ZoneOffset.UTC);
    }
}
