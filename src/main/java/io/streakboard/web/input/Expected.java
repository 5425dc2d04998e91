package io.streakboard.web.input;

import java.time.Instant;
import java.time.LocalDate;
import java.time.Year;
import java.time.YearMonth;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The expected form of a malformed value, for the client that sent it.
 *
 * @param words do not depend on our classes
 * @param code the same for programs
 */
public record Expected(String words, String code) {

    private static final Expected WHOLE_NUMBER = new Expected("a whole number", "integer");

    private static final Map<Class<?>, Expected> BY_TYPE = Map.ofEntries(
            Map.entry(long.class, WHOLE_NUMBER),
            Map.entry(Long.class, WHOLE_NUMBER),
            Map.entry(int.class, WHOLE_NUMBER),
            Map.entry(Integer.class, WHOLE_NUMBER),
            Map.entry(String.class, new Expected("a text", "text")),
            Map.entry(LocalDate.class, new Expected("a day such as 2026-11-21", "day")),
            Map.entry(YearMonth.class, new Expected("a month such as 2026-11", "month")),
            Map.entry(Year.class, new Expected("a year such as 2026", "year")),
            Map.entry(Instant.class, new Expected("a time such as 2026-11-21T08:00:00Z", "time")));

    /** Empty for types without words, such as lists and objects. */
    public static Optional<Expected> of(@Nullable Class<?> type) {
        return Optional.ofNullable(type).map(BY_TYPE::get);
    }
}
