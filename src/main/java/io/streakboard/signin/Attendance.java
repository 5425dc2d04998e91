package io.streakboard.signin;

import static java.util.stream.Collectors.joining;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * How many learners have signed in, counted from the bits in {@code sign_in_month}: each question reads the partition of
 * one month, or of two. What the journal still holds is not counted yet.
 */
@Component
class Attendance {

    /** @param madeUp how many of the learners have made the day up */
    record OfDay(LocalDate day, long learners, long madeUp) {}

    /**
     * @param learners who signed in on at least one day
     * @param signIns on all days
     */
    record OfMonth(YearMonth month, long learners, long signIns, long madeUp, List<OfDay> days) {}

    private final JdbcClient jdbc;

    Attendance(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    OfDay of(LocalDate day) {
        return jdbc.sql("""
                        SELECT COUNT(*), COUNT(NULLIF(make_ups & :bit, 0))
                          FROM sign_in_month WHERE month = :month AND days & :bit <> 0
                        """)
                .param("month", day.withDayOfMonth(1))
                .param("bit", bit(day))
                .query((row, number) -> new OfDay(day, row.getLong(1), row.getLong(2)))
                .single();
    }

    /** How many learners have signed in on both days. */
    long ofBoth(LocalDate first, LocalDate second) {
        return YearMonth.from(first).equals(YearMonth.from(second))
                ? jdbc.sql("SELECT COUNT(*) FROM sign_in_month WHERE month = :month AND days & :bits = :bits")
                        .param("month", first.withDayOfMonth(1))
                        .param("bits", bit(first) | bit(second))
                        .query(Long.class)
                        .single()
                : jdbc.sql("""
                        SELECT COUNT(*) FROM sign_in_month f JOIN sign_in_month s ON s.user_id = f.user_id
                         WHERE f.month = :firstMonth AND f.days & :firstBit <> 0
                           AND s.month = :secondMonth AND s.days & :secondBit <> 0
                        """)
                        .param("firstMonth", first.withDayOfMonth(1))
                        .param("firstBit", bit(first))
                        .param("secondMonth", second.withDayOfMonth(1))
                        .param("secondBit", bit(second))
                        .query(Long.class)
                        .single();
    }

    OfMonth of(YearMonth month) {
        var sums = IntStream.range(0, month.lengthOfMonth())
                .mapToObj(day ->
                        "COALESCE(SUM(days >> %1$d & 1), 0), COALESCE(SUM(make_ups >> %1$d & 1), 0)".formatted(day))
                .collect(joining(", "));
        return jdbc.sql("SELECT COUNT(*), %s FROM sign_in_month WHERE month = ?".formatted(sums))
                .param(month.atDay(1))
                .query((row, number) -> {
                    long learners = row.getLong(1);
                    var figures = new long[2 * month.lengthOfMonth()];
                    for (int i = 0; i < figures.length; i++) {
                        figures[i] = row.getLong(i + 2);
                    }
                    return ofMonth(month, learners, figures);
                })
                .single();
    }

    private static OfMonth ofMonth(YearMonth month, long learners, long[] figures) {
        var days = IntStream.range(0, month.lengthOfMonth())
                .mapToObj(day -> new OfDay(month.atDay(day + 1), figures[2 * day], figures[2 * day + 1]))
                .toList();
        return new OfMonth(
                month,
                learners,
                days.stream().mapToLong(OfDay::learners).sum(),
                days.stream().mapToLong(OfDay::madeUp).sum(),
                days);
    }

    private static long bit(LocalDate day) {
        return 1L << day.getDayOfMonth() - 1;
    }
}
