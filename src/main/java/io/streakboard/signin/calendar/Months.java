package io.streakboard.signin.calendar;

import static java.util.stream.Collectors.joining;

import java.time.LocalDate;
import java.time.Month;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The table {@code sign_in_month}, the durable calendar: a row for each learner and month, with a bit for each day.
 * The lowest bit is the first day of the month.
 */
@Component
public class Months {

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;
    private final MonthPartitions partitions;

    public Months(JdbcClient jdbc, JdbcTemplate batches) {
        this.jdbc = jdbc;
        this.batches = batches;
        this.partitions = new MonthPartitions(batches, "sign_in_month");
    }

    public MonthPartitions partitions() {
        return partitions;
    }

    /**
     * Sets bits; none is ever cleared. Rows are written in the order of their keys, so that no two writers deadlock.
     */
    public void add(Map<LearnerYear, YearBits> years) {
        var rows = new ArrayList<Object[]>();
        new TreeMap<>(years).forEach((year, bits) -> {
            for (var month : Month.values()) {
                var first = LocalDate.of(year.year(), month, 1);
                long days = YearBits.month(bits.days(), first);
                long makeUps = YearBits.month(bits.makeUps(), first);
                long freezes = YearBits.month(bits.freezes(), first);
                if ((days | makeUps | freezes) != 0) {
                    rows.add(new Object[] {year.learner(), first, days, makeUps, freezes});
                }
            }
        });
        batches.batchUpdate("""
                INSERT INTO sign_in_month (user_id, month, days, make_ups, freezes) VALUES (?, ?, ?, ?, ?)
                ON DUPLICATE KEY UPDATE
                    days = days | VALUES(days), make_ups = make_ups | VALUES(make_ups), freezes = freezes | VALUES(freezes)
                """, rows);
    }

    /** The years of learners, from the first day's month to the last day's. */
    public Map<LearnerYear, YearBits> read(Collection<Long> learners, LocalDate from, LocalDate to) {
        var years = new HashMap<LearnerYear, YearBits>();
        if (!learners.isEmpty()) {
            jdbc.sql("""
                            SELECT user_id, month, days, make_ups, freezes FROM sign_in_month
                             WHERE user_id IN (:learners) AND month BETWEEN :from AND :to
                            """)
                    .param("learners", learners)
                    .param("from", from.withDayOfMonth(1))
                    .param("to", to)
                    .query(row -> {
                        var month = row.getObject("month", LocalDate.class);
                        YearBits.in(years, row.getLong("user_id"), month)
                                .addMonth(month, row.getLong("days"), row.getLong("make_ups"), row.getLong("freezes"));
                    });
        }
        return years;
    }

    /** The next page of learners with a row since the month of a day, by id. */
    public List<Long> learnersAfter(long learner, LocalDate since, int limit) {
        return jdbc.sql("""
                        SELECT DISTINCT user_id FROM sign_in_month
                         WHERE user_id > ? AND month >= ? ORDER BY user_id LIMIT ?
                        """)
                .params(learner, since.withDayOfMonth(1), limit)
                .query((row, number) -> row.getLong("user_id"))
                .list();
    }

    /**
     * The next page of learners, by id, that may have a streak by these days and have not signed today.
     *
     * @param days the days to check; in a single month if all are required
     * @param all whether all days must be signed; else one signed day is enough
     */
    List<Long> signedAfter(long learner, List<LocalDate> days, boolean all, LocalDate today, int limit) {
        return jdbc.sql("""
                        SELECT DISTINCT user_id FROM sign_in_month
                         WHERE user_id > ? AND %s AND NOT (month = ? AND days & ? <> 0) ORDER BY user_id LIMIT ?
                        """.formatted(signed(days, all)))
                .params(learner, today.withDayOfMonth(1), bit(today), limit)
                .query((row, number) -> row.getLong("user_id"))
                .list();
    }

    /** A condition in SQL: a row has some days, or all of them. */
    private static String signed(List<LocalDate> days, boolean all) {
        var bits = new TreeMap<LocalDate, Long>();
        days.forEach(day -> bits.merge(day.withDayOfMonth(1), bit(day), (some, more) -> some | more));
        return bits.entrySet().stream()
                .map(month -> (all ? "(month = '%1$s' AND days & %2$d = %2$d)" : "(month = '%s' AND days & %d <> 0)")
                        .formatted(month.getKey(), month.getValue()))
                .collect(joining(" OR ", "(", ")"));
    }

    void erase(long learner) {
        jdbc.sql("DELETE FROM sign_in_month WHERE user_id = ?").param(learner).update();
    }

    /**
     * A condition in SQL for tables with a row for each sign-in: the calendar lacks that day.
     *
     * @param learner the column with the learner
     * @param day the column with the day
     */
    public static String lacks(String learner, String day) {
        return """
                NOT EXISTS (SELECT 1 FROM sign_in_month
                             WHERE user_id = %1$s AND month = %2$s - INTERVAL DAY(%2$s) - 1 DAY
                               AND days & 1 << DAY(%2$s) - 1 <> 0)
                """.formatted(learner, day);
    }

    /**
     * A condition in SQL: the calendar has no day of the learner before a day.
     *
     * @param learner the column with the learner
     */
    public static String noneBefore(String learner, LocalDate day) {
        return """
                NOT EXISTS (SELECT 1 FROM sign_in_month
                             WHERE user_id = %1$s AND (month < '%2$s' OR month = '%2$s' AND days & %3$d <> 0))
                """.formatted(learner, day.withDayOfMonth(1), bit(day) - 1);
    }

    /** Counts learners who signed any of some days. */
    public long countAny(List<LocalDate> days) {
        return jdbc.sql("SELECT COUNT(DISTINCT user_id) FROM sign_in_month WHERE " + signed(days, false))
                .query(Long.class)
                .single();
    }

    /** @param madeUp number of them with a make-up for the day */
    record DayCount(LocalDate day, long learners, long madeUp) {}

    /**
     * @param learners number of learners with a sign-in on at least one day
     * @param signIns number of sign-ins on all days
     */
    record MonthCount(YearMonth month, long learners, long signIns, long madeUp, List<DayCount> days) {

        private MonthCount(YearMonth month, long learners, List<DayCount> days) {
            this(
                    month,
                    learners,
                    days.stream().mapToLong(DayCount::learners).sum(),
                    days.stream().mapToLong(DayCount::madeUp).sum(),
                    days);
        }
    }

    /** Counts learners who signed a day. Like the other counts it leaves out entries still in the journal. */
    DayCount count(LocalDate day) {
        return jdbc.sql("""
                        SELECT COUNT(*), COUNT(NULLIF(make_ups & :bit, 0))
                          FROM sign_in_month WHERE month = :month AND days & :bit <> 0
                        """)
                .param("month", day.withDayOfMonth(1))
                .param("bit", bit(day))
                .query((row, number) -> new DayCount(day, row.getLong(1), row.getLong(2)))
                .single();
    }

    /** Counts learners who signed both of two days. */
    long count(LocalDate first, LocalDate second) {
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

    /** Counts learners who signed any day of a month, and each day, in one pass. */
    MonthCount count(YearMonth month) {
        var sums = IntStream.range(0, month.lengthOfMonth())
                .mapToObj(day ->
                        "COALESCE(SUM(days >> %1$d & 1), 0), COALESCE(SUM(make_ups >> %1$d & 1), 0)".formatted(day))
                .collect(joining(", "));
        return jdbc.sql("SELECT COUNT(*), %s FROM sign_in_month WHERE month = ?".formatted(sums))
                .param(month.atDay(1))
                .query((row, number) -> {
                    var days = new ArrayList<DayCount>();
                    for (int day = 1; day <= month.lengthOfMonth(); day++) {
                        days.add(new DayCount(month.atDay(day), row.getLong(2 * day), row.getLong(2 * day + 1)));
                    }
                    return new MonthCount(month, row.getLong(1), days);
                })
                .single();
    }

    private static long bit(LocalDate day) {
        return 1L << day.getDayOfMonth() - 1;
    }
}
