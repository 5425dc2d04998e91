package io.streakboard.web.input;

import java.time.Instant;
import java.time.LocalDate;
import java.time.Year;
import java.time.YearMonth;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says in words what a client should have sent in place of a malformed value: the client knows nothing of our classes.
 */
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

    private Expected() {}

    /** Empty for types that have no words, such as lists and objects. */
    public static Optional<String> of(@Nullable Class<?> type) {
        return Optional.ofNullable(type).map(WORDS::get);
    }
}
