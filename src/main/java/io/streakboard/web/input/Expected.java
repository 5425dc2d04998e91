package io.streakboard.web.input;

import java.time.Instant;
import java.time.LocalDate;
import java.time.Year;
import java.time.YearMonth;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Describes the expected value in words that do not depend on our classes, for clients that sent a malformed one. */
public final class Expected {

    private static final String WHOLE_NUMBER = "a whole number";

    private static final Map<Class<?>, String> WORDS = Map.ofEntries(
            Map.entry(long.class, WHOLE_NUMBER),
            Map.entry(Long.class, WHOLE_NUMBER),
            Map.entry(int.class, WHOLE_NUMBER),
            Map.entry(Integer.class, WHOLE_NUMBER),
            Map.entry(String.class, "a text"),
            Map.entry(LocalDate.class, "a day such as 2026-11-21"),
            Map.entry(YearMonth.class, "a month such as 2026-11"),
            Map.entry(Year.class, "a year such as 2026"),
            Map.entry(Instant.class, "a time such as 2026-11-21T08:00:00Z"));

    private static final Map<Class<?>, String> CODES = Map.ofEntries(
            Map.entry(long.class, "integer"),
            Map.entry(Long.class, "integer"),
            Map.entry(int.class, "integer"),
            Map.entry(Integer.class, "integer"),
            Map.entry(String.class, "text"),
            Map.entry(LocalDate.class, "day"),
            Map.entry(YearMonth.class, "month"),
            Map.entry(Year.class, "year"),
            Map.entry(Instant.class, "time"));

    private Expected() {}

    /** The same for programs. */
    public static Optional<String> code(@Nullable Class<?> type) {
        return Optional.ofNullable(type).map(CODES::get);
    }

    /** Empty for types without words, such as lists and objects. */
    public static Optional<String> of(@Nullable Class<?> type) {
        return Optional.ofNullable(type).map(WORDS::get);
    }
}
