package io.streakboard.web.input;

import java.util.regex.Pattern;
import org.springframework.boot.actuate.endpoint.annotation.EndpointConverter;
import org.springframework.core.convert.converter.Converter;
import org.springframework.modulith.NamedInterface;
import org.springframework.stereotype.Component;

/**
 * Reads numbers in paths, in queries, in files and in parameters of the actuator: decimal digits with at most a minus in
 * front. Spring's own converter reads {@code 0x10} as 16 and skips blanks; the JDK reads {@code 007}, {@code +7} and the
 * digits of all scripts.
 */
@NamedInterface("input")
public final class StrictNumbers {

    private static final Pattern WHOLE = Pattern.compile("0|-?[1-9][0-9]*");

    private StrictNumbers() {}

    @Component
    @EndpointConverter
    static class Longs implements Converter<String, Long> {

        @Override
        public Long convert(String text) {
            return parseLong(text);
        }
    }

    @Component
    @EndpointConverter
    static class Integers implements Converter<String, Integer> {

        @Override
        public Integer convert(String text) {
            return parseInt(text);
        }
    }

    public static long parseLong(String text) {
        return Long.parseLong(checked(text));
    }

    static int parseInt(String text) {
        return Integer.parseInt(checked(text));
    }

    private static String checked(String text) {
        if (!WHOLE.matcher(text).matches()) {
            throw new NumberFormatException("not a whole number");
        }
        return text;
    }
}
