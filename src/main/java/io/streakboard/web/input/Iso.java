package io.streakboard.web.input;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Year;
import java.time.YearMonth;
import java.util.regex.Pattern;
import org.springframework.modulith.NamedInterface;

/**
 * Reads ISO 8601 times with a year of four digits. Java's parsers also take {@code +999999999-01-01}, Spring's take
 * {@code 1/2/26}, and Jackson's take a number of days. The year 0 is a leap year in Java and none in MySQL.
 */
@NamedInterface("input")
public final class Iso {

    private static final Pattern DAY = Pattern.compile("(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}");
    private static final Pattern MONTH = Pattern.compile("(?!0000)[0-9]{4}-[0-9]{2}");
    private static final Pattern YEAR = Pattern.compile("(?!0000)[0-9]{4}");
    private static final Pattern INSTANT =
            Pattern.compile(DAY + "T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?(Z|[+-][0-9]{2}:[0-9]{2})");

    private Iso() {}

    static LocalDate day(String text) {
        return LocalDate.parse(checked(DAY, text));
    }

    static YearMonth month(String text) {
        return YearMonth.parse(checked(MONTH, text));
    }

    static Year year(String text) {
        return Year.parse(checked(YEAR, text));
    }

    public static Instant instant(String text) {
        return Instant.parse(checked(INSTANT, text));
    }

    private static String checked(Pattern form, String text) {
        if (!form.matcher(text).matches()) {
            throw new DateTimeException("Not of the form " + form);
        }
        return text;
    }
}
