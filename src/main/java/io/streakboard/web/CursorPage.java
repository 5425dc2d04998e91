package io.streakboard.web;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list that continues at a {@link Cursor}.
 *
 * @param next the cursor of the next page; null on the last
 */
public record CursorPage<T>(List<T> items, @Nullable String next) {

    private static final int USUAL = 100;
    private static final int MOST = 1000;

    /**
     * @param rows up to one more than the limit: then another page follows
     * @param cursor makes the cursor after a row
     */
    public static <T> CursorPage<T> of(List<T> rows, int limit, Function<T, String> cursor) {
        var items = rows.subList(0, Math.min(limit, rows.size()));
        return new CursorPage<>(items, rows.size() > limit ? cursor.apply(items.getLast()) : null);
    }

    public <R> List<R> map(Function<T, R> mapping) {
        return items.stream().map(mapping).toList();
    }

    /** The limit of a list on the actuator's port: 100 if none is given, up to 1,000. */
    public static int actuatorLimit(@Nullable Integer limit) {
        if (limit == null) {
            return USUAL;
        }
        if (limit < 1 || limit > MOST) {
            throw outOfRange("limit", 1, MOST);
        }
        return limit;
    }

    /** The number in a field is less than the least or greater than the greatest. */
    public static Problem outOfRange(String field, int least, int most) {
        return Problem.invalid(
                field, "must be between %d and %d".formatted(least, most), "range", Map.of("min", least, "max", most));
    }
}
