package io.streakboard.signin;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.signin.calendar.MonthPartitions;
import io.streakboard.signin.calendar.Months;
import io.streakboard.time.Utc;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.util.Comparator;
import java.util.List;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * The table {@code sign_in_log}, the audit trail: a row for each day and learner. Its key begins with the day, so what
 * comes on one day goes to pages that are in memory. What is asked of one learner looks up each day.
 */
@Component
class SignInLog {

    /** A row, without the learner. */
    record Row(LocalDate day, String kind, int streak, int points, Instant signedAt) {}

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;
    private final Months months;
    private final DeletedLearners deleted;
    private final ApplicationEventPublisher events;
    private final MonthPartitions partitions;

    SignInLog(
            JdbcClient jdbc,
            JdbcTemplate batches,
            Months months,
            DeletedLearners deleted,
            ApplicationEventPublisher events) {
        this.jdbc = jdbc;
        this.batches = batches;
        this.months = months;
        this.deleted = deleted;
        this.events = events;
        this.partitions = new MonthPartitions(batches, "sign_in_log");
    }

    /**
     * Records sign-ins in log and calendar and announces them, in one transaction. A sign-in that is recorded again
     * changes nothing, but is announced again. Sign-ins of deleted learners are dropped, and what they have left in Redis
     * is deleted. Rows are written in the order of their keys, so that no two instances deadlock.
     */
    @Transactional
    public void record(List<SignIn> signIns) {
        var gone = deleted.among(signIns.stream().map(SignIn::learner).toList());
        deleted.repeat(gone);
        var byKey = signIns.stream()
                .filter(signIn -> !gone.contains(signIn.learner()))
                .sorted(Comparator.comparing(SignIn::day).thenComparingLong(SignIn::learner))
                .toList();
        if (byKey.isEmpty()) {
            return;
        }
        append(byKey);
        months.add(Marks.of(byKey));
        events.publishEvent(new SignInsRecorded(byKey));
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

    /** What the log still has of a learner. */
    public List<Row> of(long learner) {
        return ofLearner("SELECT * FROM sign_in_log WHERE user_id = :learner AND day IN (:days) ORDER BY day", learner)
                .query((row, number) -> new Row(
                        row.getObject("day", LocalDate.class),
                        row.getString("kind"),
                        row.getInt("streak"),
                        row.getInt("points"),
                        Utc.instant(row.getObject("signed_at", LocalDateTime.class))))
                .list();
    }

    public void erase(long learner) {
        ofLearner("DELETE FROM sign_in_log WHERE user_id = :learner AND day IN (:days)", learner)
                .update();
    }

    private StatementSpec ofLearner(String sql, long learner) {
        return jdbc.sql(sql).param("learner", learner).param("days", days());
    }

    /** All days from the first to the last that the log has. The key answers that; the calendar may be erased already. */
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

    /** Whether the durable calendar has all days that the log has of a month. */
    public boolean isInCalendar(YearMonth month) {
        return !partitions.any(month, Months.lacks("r.user_id", "r.day"));
    }
}
