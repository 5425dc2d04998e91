package io.streakboard.time;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Instants as {@code DATETIME(3)} columns in UTC, whatever the zone of the JVM, the driver or the session. */
public final class Utc {

    /** The latest instant that can be stored. */
    static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

    private Utc() {}

    public static LocalDateTime column(Instant instant) {
        return LocalDateTime.ofInstant(instant.truncatedTo(ChronoUnit.MILLIS), ZoneOffset.UTC);
    }

    public static @Nullable LocalDateTime nullableColumn(@Nullable Instant instant) {
        return instant == null ? null : column(instant);
    }

    public static Instant instant(LocalDateTime column) {
        return column.toInstant(ZoneOffset.UTC);
    }

    /** Reads a column that is never {@code NULL}. */
    public static Instant instant(ResultSet row, String column) throws SQLException {
        return instant(row.getObject(column, LocalDateTime.class));
    }

    public static @Nullable Instant nullableInstant(ResultSet row, String column) throws SQLException {
        return nullableInstant(row, row.findColumn(column));
    }

    /** @param column its number, from 1 */
    public static @Nullable Instant nullableInstant(ResultSet row, int column) throws SQLException {
        var value = row.getObject(column, LocalDateTime.class);
        return value == null ? null : instant(value);
    }

    /**
     * Reads an instant that a client has sent.
     *
     * @throws DateTimeException if it is not an instant, or no column can hold it
     */
    public static Instant parse(String text) {
        var instant = Instant.parse(text);
        if (instant.isBefore(Instant.EPOCH) || instant.isAfter(LATEST)) {
            throw new DateTimeException("no column holds " + text);
        }
        return instant;
    }
}
