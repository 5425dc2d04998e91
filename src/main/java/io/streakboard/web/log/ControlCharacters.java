package io.streakboard.web.log;

/** Escapes invisible characters, so that client text cannot begin a new line in a log. */
public final class ControlCharacters {

    private ControlCharacters() {}

    /** Writes control characters, line separators and half surrogate pairs like {@code \}{@code u000a}. */
    public static String escaped(String text) {
        if (isPlain(text)) {
            return text;
        }
        var escaped = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(point -> {
            if (isHarmful(point)) {
                escaped.append("\\u")
                        .append(Integer.toHexString(0x10000 | point).substring(1));
            } else {
                escaped.appendCodePoint(point);
            }
        });
        return escaped.toString();
    }

    /** Whether there is nothing to escape. A fast check, for each parameter of each request. */
    public static boolean isPlain(String text) {
        int point;
        for (int at = 0; at < text.length(); at += Character.charCount(point)) {
            point = text.codePointAt(at);
            if (isHarmful(point)) {
                return false;
            }
        }
        return true;
    }

    /** Each harmful code point fits four hexadecimal digits. */
    private static boolean isHarmful(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                true;
            case Character.FORMAT -> point < 0x10000; // for example to change the direction of writing
            default -> false;
        };
    }
}
