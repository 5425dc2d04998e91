package io.streakboard.web.input;

import java.util.regex.Pattern;
import org.springframework.modulith.NamedInterface;

/**
 * Reads numbers in files, and ids: decimal digits with at most a minus in front. The JDK also reads {@code 007}, {@code
 * +7} and the digits of all scripts.
 */
@NamedInterface("input")
public final class StrictNumbers {

    private static final Pattern WHOLE = Pattern.compile("0|-?[1-9][0-9]*");

    private StrictNumbers() {}

    public static long parseLong(String text) {
        if (!WHOLE.matcher(text).matches()) {
            throw new NumberFormatException("not a whole number");
        }
        return Long.parseLong(text);
    }
}
