package io.streakboard.leagues;

import io.streakboard.sharing.RetriedTransactions;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table {@code league_week}. */
@Component
@ConditionalOnBooleanProperty("streakboard.leagues.enabled")
class WeekTable {

    /**
     * A week for admins.
     *
     * @param members the learners who had points, once the week has ended
     * @param failure why the last try to end it was refused; on an ended week: it was not verified
     */
    record WeekReport(
            LocalDate week,
            LocalDate next,
            @Nullable Instant endedAt,
            @Nullable Long members,
            @Nullable Long points,
            @Nullable Long promoted,
            @Nullable Long demoted,
            @Nullable String failure) {}

    private final JdbcClient jdbc;
    private final RetriedTransactions transactions;
    private final BusinessTime time;
    private final DayOfWeek firstDay;

    WeekTable(JdbcClient jdbc, RetriedTransactions transactions, BusinessTime time, LeagueProperties properties) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.time = time;
        this.firstDay = properties.firstDay();
    }

    /** Today's week. Writes nothing, so the week may have no row yet. */
    Week current() {
        var today = time.today();
        return begunBefore(today).orElseGet(() -> due(today));
    }

    /** Today's week. Adds its row if there is none yet. */
    Week begun() {
        return begun(time.today());
    }

    Week begun(LocalDate day) {
        return begunBefore(day).orElseGet(() -> begin(due(day), day));
    }

    private Optional<Week> begunBefore(LocalDate day) {
        return latest(day).filter(week -> week.contains(day));
    }

    /** The week to begin on a day without one. */
    private Week due(LocalDate day) {
        return Week.with(day, firstDay, latest(day).map(Week::next).orElse(null));
    }

    private Week begin(Week week, LocalDate day) {
        jdbc.sql("""
                        INSERT INTO league_week (first_day, next_day) VALUES (?, ?)
                        ON DUPLICATE KEY UPDATE first_day = first_day
                        """).params(week.first(), week.next()).update();
        return latest(day).orElseThrow();
    }

    /** Up to a day: an instance whose clock is ahead may have begun the next week. */
    private Optional<Week> latest(LocalDate day) {
        return jdbc.sql("SELECT * FROM league_week WHERE first_day <= ? ORDER BY first_day DESC LIMIT 1")
                .param(day)
                .query(WeekTable::week)
                .optional();
    }

    /** Weeks that are over but have not ended, the oldest first. */
    List<Week> over(LocalDate day) {
        return jdbc.sql("SELECT * FROM league_week WHERE next_day <= ? AND ended_at IS NULL ORDER BY first_day")
                .param(day)
                .query(WeekTable::week)
                .list();
    }

    void enrolled(Week week) {
        jdbc.sql("UPDATE league_week SET seated = TRUE WHERE first_day = ?")
                .param(week.first())
                .update();
    }

    /**
     * Works on the oldest week that has not ended, in a transaction of its own that is retried on a lock conflict. Its
     * shared lock on the week's row blocks seal and end: an instance that was paused and wakes up late changes nothing
     * in an ended week. Returns empty if the week has ended, or an earlier one has not: until then tiers are unknown.
     *
     * @param work receives the current row of the week
     */
    <T> Optional<T> whileOpen(Week week, Function<Week, T> work) {
        return transactions.execute(() -> shared(week).map(work));
    }

    private Optional<Week> shared(Week week) {
        return jdbc.sql("""
                        SELECT * FROM league_week w WHERE first_day = ? AND ended_at IS NULL
                           AND NOT EXISTS (SELECT 1 FROM league_week e WHERE e.first_day < w.first_day AND e.ended_at IS NULL)
                          LOCK IN SHARE MODE
                        """).param(week.first()).query(WeekTable::week).optional();
    }

    /** The week if it has not ended. Locks it until the transaction ends. */
    Optional<Week> locked(Week week) {
        return jdbc.sql("SELECT * FROM league_week WHERE first_day = ? AND ended_at IS NULL FOR UPDATE")
                .param(week.first())
                .query(WeekTable::week)
                .optional();
    }

    /** Seals a week, once. Returns it. */
    Week seal(Week week) {
        jdbc.sql("UPDATE league_week SET sealed_at = ? WHERE first_day = ? AND sealed_at IS NULL")
                .params(Utc.column(time.now()), week.first())
                .update();
        return jdbc.sql("SELECT * FROM league_week WHERE first_day = ?")
                .param(week.first())
                .query(WeekTable::week)
                .single();
    }

    /** @param failure why the week was not verified; null if it was */
    void end(LeagueWeekEnded ended, @Nullable String failure) {
        jdbc.sql("""
                        UPDATE league_week
                           SET ended_at = :at, members = :members, points = :points, promoted = :promoted,
                               demoted = :demoted, failure = :failure
                         WHERE first_day = :week AND ended_at IS NULL
                        """)
                .param("at", Utc.column(ended.at()))
                .param("members", ended.members())
                .param("points", ended.points())
                .param("promoted", ended.promoted())
                .param("demoted", ended.demoted())
                .param("failure", failure)
                .param("week", ended.week())
                .update();
    }

    void refused(Week week, String failure) {
        jdbc.sql("UPDATE league_week SET failure = ? WHERE first_day = ? AND ended_at IS NULL")
                .params(failure, week.first())
                .update();
    }

    /** Removes weeks that were over on a day and have ended. */
    void removeEndedBy(LocalDate day) {
        jdbc.sql("DELETE FROM league_week WHERE next_day <= ? AND ended_at IS NOT NULL")
                .param(day)
                .update();
    }

    List<WeekReport> newestFirst(int limit) {
        return jdbc.sql("""
                        SELECT first_day AS week, next_day AS next, ended_at, members, points, promoted, demoted, failure
                          FROM league_week ORDER BY first_day DESC LIMIT ?
                        """)
                .param(limit)
                .query((row, number) -> new WeekReport(
                        row.getObject("week", LocalDate.class),
                        row.getObject("next", LocalDate.class),
                        Utc.nullableInstant(row, "ended_at"),
                        row.getObject("members", Long.class),
                        row.getObject("points", Long.class),
                        row.getObject("promoted", Long.class),
                        row.getObject("demoted", Long.class),
                        row.getString("failure")))
                .list();
    }

    private static Week week(ResultSet row, int number) throws SQLException {
        return new Week(
                row.getObject("first_day", LocalDate.class),
                row.getObject("next_day", LocalDate.class),
                row.getBoolean("seated"),
                Utc.nullableInstant(row, "sealed_at"));
    }
}
