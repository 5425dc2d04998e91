package io.streakboard.web;

import io.streakboard.web.log.ControlCharacters;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Texts that clients send. */
public final class Text {

    public static final String HALF = "must not have half of a surrogate pair";

    private static final int LONGEST_SHOWN = 500;

    private Text() {}

    /**
     * A JSON text can contain half a surrogate pair. MySQL stores it as a question mark, which makes different texts
     * equal, and no answer can contain it.
     */
    public static boolean isWhole(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    /** The text for use in a message: without control characters, and not too long. */
    public static String shown(String text) {
        return shown(text, LONGEST_SHOWN);
    }

    /** As {@link #shown(String)}, with another longest length. */
    public static String shown(String text, int longest) {
        var begin = cut(text, longest);
        return ControlCharacters.escaped(begin) + (begin.length() < text.length() ? "…" : "");
    }

    /** Null for an empty text, as a form sends for a field that was not filled in. */
    public static @Nullable String filled(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }

    /** Cuts a text to a length, without half a surrogate pair at the end. */
    public static String cut(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest);
    }
}
