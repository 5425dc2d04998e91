package io.streakboard.signin;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.signin.calendar.MonthPartitions;
import io.streakboard.signin.calendar.Months;
import io.streakboard.time.Utc;
import io.streakboard.web.ViolationCode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * The table {@code sign_in_log}, the audit trail: a row for each day and learner. Its key begins with the day, so new
 * rows share pages in memory. A query for one learner looks up each day.
 */
@Component
class SignInLog {

    /** A row, without the learner. */
    record LoggedSignIn(LocalDate day, String kind, int streak, int points, Instant signedAt) {

        private static LoggedSignIn of(SignIn signIn) {
            return new LoggedSignIn(signIn.day(), signIn.kind().name(), signIn.streak(), signIn.points(), signIn.at());
        }
    }

    /** The sign-ins of a day, without make-ups for it. */
    record DaySum(LocalDate day, long signIns, long points) {}

    private record Key(long learner, LocalDate day) {}

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;
    private final Months months;
    private final CalendarBits bits;
    private final DeletedLearners deleted;
    private final ApplicationEventPublisher events;
    private final MonthPartitions partitions;

    SignInLog(
            JdbcClient jdbc,
            JdbcTemplate batches,
            Months months,
            CalendarBits bits,
            DeletedLearners deleted,
            ApplicationEventPublisher events) {
        this.jdbc = jdbc;
        this.batches = batches;
        this.months = months;
        this.bits = bits;
        this.deleted = deleted;
        this.events = events;
        this.partitions = new MonthPartitions(batches, "sign_in_log");
    }

    /**
     * Records sign-ins in log and calendar and announces them, in one transaction. A day already in the log is
     * announced as first recorded, because its points belong to the season at that time. So a day is paid once, even if
     * Redis has lost it and lets the learner make up for it in the next season. Sign-ins of deleted learners are
     * dropped, and their remains in Redis are deleted; so are sign-ins with another key than the learner's. Rows are written in the order of their keys, so that no two
     * instances deadlock.
     */
    @Transactional
    public void record(List<SignIn> signIns) {
        var refused = deleted.refused(signIns.stream().map(SignIn::learner).toList());
        deleted.repeat(refused.entrySet().stream()
                .filter(each -> each.getValue() == ViolationCode.LEARNER_DELETED)
                .map(Map.Entry::getKey)
                .toList());
        var byKey = signIns.stream()
                .filter(signIn -> !refused.containsKey(signIn.learner()))
                .sorted(Comparator.comparing(SignIn::day).thenComparingLong(SignIn::learner))
                .toList();
        if (byKey.isEmpty()) {
            return;
        }
        append(byKey);
        months.add(bits.of(byKey));
        events.publishEvent(new SignInsRecorded(asRecorded(byKey)));
    }

    private void append(List<SignIn> signIns) {
        batches.batchUpdate(
                """
                INSERT INTO sign_in_log (user_id, day, kind, streak, points, signed_at) VALUES (?, ?, ?, ?, ?, ?)
                ON DUPLICATE KEY UPDATE kind = kind
                """,
                signIns.stream()
                        .map(signIn -> new Object[] {
                            signIn.learner(),
                            signIn.day(),
                            signIn.kind().name(),
                            signIn.streak(),
                            signIn.points(),
                            Utc.column(signIn.at())
                        })
                        .toList());
    }

    private List<SignIn> asRecorded(List<SignIn> signIns) {
        var learnersByDay =
                signIns.stream().collect(groupingBy(SignIn::day, TreeMap::new, mapping(SignIn::learner, toList())));
        var rows = new HashMap<Key, SignIn>();
        var parameters = new ArrayList<Object>();
        learnersByDay.forEach((day, learners) -> {
            parameters.add(day);
            parameters.addAll(learners);
        });
        jdbc.sql("SELECT * FROM sign_in_log WHERE "
                        + learnersByDay.values().stream()
                                .map(learners -> "day = ? AND user_id IN (?" + ", ?".repeat(learners.size() - 1) + ")")
                                .collect(joining(" OR ")))
                .params(parameters)
                .query(row -> {
                    var recorded = signIn(row);
                    rows.put(new Key(recorded.learner(), recorded.day()), recorded);
                });
        return signIns.stream()
                .map(signIn -> requireNonNull(rows.get(new Key(signIn.learner(), signIn.day())))
                        .afterFrozen(signIn.frozen()))
                .toList();
    }

    /** The sums of days in the log, both ends included. Reads these days in the key, so they should be few. */
    List<DaySum> sums(LocalDate first, LocalDate last) {
        return jdbc.sql("""
                        SELECT day, COUNT(*) AS sign_ins, SUM(points) AS points FROM sign_in_log
                         WHERE day BETWEEN ? AND ? AND kind = 'REGULAR' GROUP BY day ORDER BY day
                        """)
                .params(first, last)
                .query((row, number) -> new DaySum(
                        row.getObject("day", LocalDate.class), row.getLong("sign_ins"), row.getLong("points")))
                .list();
    }

    /** The number of a day's sign-ins until an instant. */
    long countUntil(LocalDate day, Instant until) {
        return jdbc.sql("SELECT COUNT(*) FROM sign_in_log WHERE day = ? AND kind = 'REGULAR' AND signed_at <= ?")
                .params(day, Utc.column(until))
                .query(Long.class)
                .single();
    }

    /** The number of learners whose first sign-in is of a day. Only a first day of a streak can be one. */
    long newcomers(LocalDate day) {
        return jdbc.sql("SELECT COUNT(*) FROM sign_in_log WHERE day = ? AND kind = 'REGULAR' AND streak = 1 AND "
                        + Months.noneBefore("sign_in_log.user_id", day))
                .param(day)
                .query(Long.class)
                .single();
    }

    /** A learner's rows that are still in the log. */
    public List<LoggedSignIn> of(long learner) {
        return of(learner, days());
    }

    /** A learner's rows of a month that are still in the log. */
    public List<LoggedSignIn> of(long learner, YearMonth month) {
        return of(
                learner, month.atDay(1).datesUntil(month.plusMonths(1).atDay(1)).toList());
    }

    private List<LoggedSignIn> of(long learner, List<LocalDate> days) {
        return jdbc.sql("SELECT * FROM sign_in_log WHERE user_id = :learner AND day IN (:days) ORDER BY day")
                .param("learner", learner)
                .param("days", days)
                .query((row, number) -> LoggedSignIn.of(signIn(row)))
                .list();
    }

    /** The row does not have the frozen days. */
    private static SignIn signIn(ResultSet row) throws SQLException {
        return new SignIn(
                row.getLong("user_id"),
                row.getObject("day", LocalDate.class),
                SignIn.Kind.valueOf(row.getString("kind")),
                row.getInt("streak"),
                row.getInt("points"),
                Utc.instant(row, "signed_at"),
                0);
    }

    public void erase(long learner) {
        jdbc.sql("DELETE FROM sign_in_log WHERE user_id = :learner AND day IN (:days)")
                .param("learner", learner)
                .param("days", days())
                .update();
    }

    /**
     * All days from the first to the last in the log. Read from the key, because the calendar may be erased already.
     */
    private List<LocalDate> days() {
        return jdbc.sql("SELECT MIN(day) AS first, MAX(day) AS last FROM sign_in_log")
                .query((row, number) -> {
                    var first = row.getObject("first", LocalDate.class);
                    var last = row.getObject("last", LocalDate.class);
                    return first == null
                            ? List.of(LocalDate.EPOCH)
                            : first.datesUntil(last.plusDays(1)).toList();
                })
                .single();
    }

    public MonthPartitions partitions() {
        return partitions;
    }

    /** Whether the durable calendar has all days of a month that are in the log. */
    public boolean isInCalendar(YearMonth month) {
        return !partitions.any(month, Months.lacks("r.user_id", "r.day"));
    }
}
