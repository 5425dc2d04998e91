package io.streakboard.signin.calendar;

import io.streakboard.web.Problem;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.stereotype.Component;

/**
 * {@code /actuator/attendance/2026-11-20}: how many learners signed in on a day, and with {@code ?and=2026-11-21} how
 * many of them also on another. {@code /actuator/attendance/2026-11}: how many signed in on each day of a month.
 */
@Component
@Endpoint(id = "attendance")
class AttendanceEndpoint {

    private static final Pattern DAY = Pattern.compile("(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}");
    private static final Pattern MONTH = Pattern.compile("(?!0000)[0-9]{4}-[0-9]{2}");

    /** @param both number of learners with sign-ins on both days */
    record OfDays(Months.DayCount day, Months.DayCount and, long both) {}

    private final Months months;

    AttendanceEndpoint(Months months) {
        this.months = months;
    }

    @ReadOperation
    Object undated() {
        throw Problem.invalid(
                "date", "is required: /actuator/attendance/2026-11-20 or /actuator/attendance/2026-11", "required");
    }

    @ReadOperation
    Object attendance(@Selector String date, @Nullable String and) {
        if (MONTH.matcher(date).matches()) {
            if (and != null) {
                throw Problem.invalid("and", "goes with a day, not with a month", "not-with-a-month");
            }
            return months.count(month(date));
        }
        var day = day("date", date);
        if (and == null) {
            return months.count(day);
        }
        var other = day("and", and);
        return new OfDays(months.count(day), months.count(other), months.count(day, other));
    }

    private static YearMonth month(String text) {
        try {
            return YearMonth.parse(text);
        } catch (DateTimeException none) {
            throw Problem.invalid("date", "there is no month " + text, "malformed", Map.of("expected", "month"));
        }
    }

    private static LocalDate day(String field, String text) {
        if (!DAY.matcher(text).matches()) {
            boolean both = field.equals("and");
            throw Problem.invalid(
                    field,
                    "must be a day such as 2026-11-20" + (both ? "" : ", or a month"),
                    "malformed",
                    Map.of("expected", both ? "day" : "day-or-month"));
        }
        try {
            return LocalDate.parse(text);
        } catch (DateTimeException none) {
            throw Problem.invalid(field, "there is no day " + text, "malformed", Map.of("expected", "day"));
        }
    }
}
