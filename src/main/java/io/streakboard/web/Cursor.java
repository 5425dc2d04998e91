package io.streakboard.web;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The end of a page as a text, made from the key of its last row. Clients hand it back to get the next page. Rows added
 * meanwhile do not shift the following pages.
 */
public final class Cursor {

    private static final String SEPARATOR = " ";

    private Cursor() {}

    /** @param fields the fields of the key; only the last may contain blanks */
    public static String of(Object... fields) {
        var text = Arrays.stream(fields).map(Object::toString).collect(Collectors.joining(SEPARATOR));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Makes a key from the fields of a cursor.
     *
     * @throws Problem naming the field {@code cursor}, if fields are missing or make no key
     */
    public static <T> T read(String cursor, int fields, Function<List<String>, T> key) {
        return read("cursor", cursor, fields, key);
    }

    /** @param field the request's field with the cursor */
    public static <T> T read(String field, String cursor, int fields, Function<List<String>, T> key) {
        try {
            var text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
            return key.apply(List.of(text.split(SEPARATOR, fields)));
        } catch (IllegalArgumentException | DateTimeException | IndexOutOfBoundsException malformed) {
            throw notReturned(field);
        }
    }

    /** The cursor is forged or belongs to another list. */
    public static Problem notReturned() {
        return notReturned("cursor");
    }

    private static Problem notReturned(String field) {
        return Problem.invalid(field, "is not one that a page has returned", "malformed", Map.of("expected", "cursor"));
    }
}
