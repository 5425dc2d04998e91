package io.streakboard.leaderboard.periods;

import io.streakboard.leaderboard.board.Period;
import io.streakboard.time.BusinessTime;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Periods of whole days, in the business zone. A day that the zone skips is not a period. */
final class DatePeriods implements Periods {

    private final BusinessTime time;
    private final ChronoUnit unit;
    private final Pattern form;
    private final UnaryOperator<LocalDate> firstDay;
    private final Function<LocalDate, String> key;
    private final Function<String, LocalDate> parse;

    private DatePeriods(
            BusinessTime time,
            ChronoUnit unit,
            String form,
            UnaryOperator<LocalDate> firstDay,
            Function<LocalDate, String> key,
            Function<String, LocalDate> parse) {
        this.time = time;
        this.unit = unit;
        this.form = Pattern.compile(form);
        this.firstDay = firstDay;
        this.key = key;
        this.parse = parse;
    }

    /** {@code 2026-11-21} */
    static Periods days(BusinessTime time) {
        return new DatePeriods(
                time,
                ChronoUnit.DAYS,
                "[0-9]{4}-[0-9]{2}-[0-9]{2}",
                UnaryOperator.identity(),
                LocalDate::toString,
                LocalDate::parse);
    }

    /** {@code 2026-W47}: from Monday to Sunday; the first week of a year contains its first Thursday. */
    static Periods weeks(BusinessTime time) {
        var weekDate = DateTimeFormatter.ISO_WEEK_DATE;
        return new DatePeriods(
                time,
                ChronoUnit.WEEKS,
                "[0-9]{4}-W[0-9]{2}",
                day -> day.with(ChronoField.DAY_OF_WEEK, 1),
                monday -> weekDate.format(monday).substring(0, "2026-W47".length()),
                text -> LocalDate.parse(text + "-1", weekDate));
    }

    /** {@code 2026-11} */
    static Periods months(BusinessTime time) {
        return new DatePeriods(
                time,
                ChronoUnit.MONTHS,
                "[0-9]{4}-[0-9]{2}",
                day -> day.withDayOfMonth(1),
                first -> YearMonth.from(first).toString(),
                text -> YearMonth.parse(text).atDay(1));
    }

    @Override
    public Period at(Instant instant) {
        return from(firstDay.apply(time.dayOf(instant)));
    }

    @Override
    public Optional<Period> before(Period period) {
        return Optional.ofNullable(period.startsAt()).map(start -> at(start.minusNanos(1)));
    }

    @Override
    public Optional<Period> find(String text) {
        if (!form.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(from(parse.apply(text))).filter(DatePeriods::lasts);
        } catch (DateTimeException malformed) {
            return Optional.empty();
        }
    }

    private Period from(LocalDate first) {
        return new Period(key.apply(first), time.startOf(first), time.startOf(first.plus(1, unit)));
    }

    private static boolean lasts(Period period) {
        return period.startsAt() != null && period.startsAt().isBefore(period.endsAt());
    }
}
