package io.streakboard.web;

import io.streakboard.web.log.Controls;
import java.nio.charset.StandardCharsets;

/** Texts that clients send. */
public final class Text {

    public static final String HALF = "must not have half of a surrogate pair";

    private static final int LONGEST_SHOWN = 500;

    private Text() {}

    /**
     * A JSON text can have half of a surrogate pair. MySQL stores it as a question mark, which makes different texts
     * the same, and no answer can write it.
     */
    public static boolean isWhole(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    /** The text as part of a message: without control characters, and not too long. */
    public static String shown(String text) {
        return shown(text, LONGEST_SHOWN);
    }

    static String shown(String text, int longest) {
        int end = Math.min(text.length(), longest);
        if (end < text.length() && Character.isHighSurrogate(text.charAt(end - 1))) {
            end--;
        }
        return Controls.escaped(text.substring(0, end)) + (end < text.length() ? "…" : "");
    }
}
