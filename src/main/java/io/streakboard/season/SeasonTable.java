package io.streakboard.season;

import io.streakboard.season.Season.State;
import io.streakboard.time.Utc;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table {@code season}. A row in state {@code PLANNED} has no tables yet and is not shown. */
@Component
class SeasonTable {

    private static final String PLANNED = "PLANNED";

    private final JdbcClient jdbc;

    SeasonTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    List<Season> all() {
        return jdbc.sql("SELECT * FROM season WHERE state <> 'PLANNED' ORDER BY starts_at")
                .query((row, number) -> season(row))
                .list();
    }

    /**
     * A planned season, whether or not its tables exist.
     *
     * @param imported whether it was planned for an import or another owner of a hold, and not for a post
     */
    record PlannedSeason(long id, String name, TimeSpan span, String state, boolean imported) {

        boolean isPlanned() {
            return state.equals(PLANNED);
        }

        boolean isToCome() {
            return isPlanned() || state.equals(State.UPCOMING.name());
        }

        boolean isSettled() {
            return state.equals(State.SETTLED.name());
        }

        boolean isSealed() {
            return !isPlanned() && State.valueOf(state).sealed();
        }
    }

    /** Excludes other planners until the transaction ends, by a lock on the oldest row. */
    void holdPlan() {
        jdbc.sql("SELECT id FROM season ORDER BY id LIMIT 1 FOR UPDATE")
                .query((row, number) -> row.getLong(1))
                .list();
    }

    List<PlannedSeason> entries() {
        return jdbc.sql("SELECT id, name, starts_at, ends_at, state, imported FROM season ORDER BY starts_at")
                .query((row, number) -> new PlannedSeason(
                        row.getLong("id"),
                        row.getString("name"),
                        new TimeSpan(Utc.instant(row, "starts_at"), Utc.instant(row, "ends_at")),
                        row.getString("state"),
                        row.getBoolean("imported")))
                .list();
    }

    /** Plans a season unless one starts at that instant, and returns the id of the new or existing one. */
    long plan(String name, TimeSpan span, boolean imported, Instant now) {
        jdbc.sql("""
                        INSERT INTO season (name, starts_at, ends_at, state, created_at, imported)
                        VALUES (?, ?, ?, 'PLANNED', ?, ?)
                        ON DUPLICATE KEY UPDATE name = name
                        """)
                .params(name, Utc.column(span.start()), Utc.column(span.end()), Utc.column(now), imported)
                .update();
        return jdbc.sql("SELECT id FROM season WHERE starts_at = ?")
                .param(Utc.column(span.start()))
                .query(Long.class)
                .single();
    }

    /** Shortens a season that has not begun. */
    void cut(long id, TimeSpan span) {
        jdbc.sql("UPDATE season SET starts_at = ?, ends_at = ? WHERE id = ? AND state IN ('PLANNED', 'UPCOMING')")
                .params(Utc.column(span.start()), Utc.column(span.end()), id)
                .update();
    }

    void rename(long id, String name) {
        jdbc.sql("UPDATE season SET name = ? WHERE id = ? AND state IN ('PLANNED', 'UPCOMING')")
                .params(name, id)
                .update();
    }

    /** Removes a season that has not begun. Its empty tables stay, and its id is never used again. */
    void withdraw(long id) {
        jdbc.sql("DELETE FROM season WHERE id = ? AND state IN ('PLANNED', 'UPCOMING')")
                .param(id)
                .update();
    }

    /** The same, but not if its tables have become ready: another instance may know of it and count points in it. */
    void withdrawPlanned(long id) {
        jdbc.sql("DELETE FROM season WHERE id = ? AND state = 'PLANNED'")
                .param(id)
                .update();
    }

    /** Publishes a planned season whose tables are ready. A season may have been planned long before. */
    void ready(long id, Instant now) {
        jdbc.sql("UPDATE season SET state = 'UPCOMING', created_at = ? WHERE id = ? AND state = 'PLANNED'")
                .params(Utc.column(now), id)
                .update();
    }

    /** Moves a season to another state if it is still in the given one. Only one of several instances succeeds. */
    boolean move(long id, State from, State to) {
        return jdbc.sql("UPDATE season SET state = ? WHERE id = ? AND state = ?")
                        .params(to.name(), id, from.name())
                        .update()
                == 1;
    }

    boolean settle(long id, long learners, long points) {
        return jdbc.sql("""
                        UPDATE season SET state = 'SETTLED', learners = ?, points = ?
                         WHERE id = ? AND state = 'SETTLING'
                        """).params(learners, points, id).update() == 1;
    }

    /** Marks a settled season as expired, after waiting for transactions that hold it. */
    boolean expire(long id, Instant now) {
        return jdbc.sql("UPDATE season SET expired_at = ? WHERE id = ? AND state = 'SETTLED' AND expired_at IS NULL")
                        .params(Utc.column(now), id)
                        .update()
                == 1;
    }

    /** The current state of a season, held against sealing and expiry until the transaction ends. */
    Season hold(long id) {
        return jdbc.sql("SELECT * FROM season WHERE id = ? LOCK IN SHARE MODE")
                .param(id)
                .query((row, number) -> season(row))
                .single();
    }

    /**
     * Returns the given seasons that are not sealed, including planned ones, and keeps them unsealed until the
     * transaction ends.
     */
    Set<Long> holdUnsealed(Set<Long> ids) {
        return ids.isEmpty()
                ? Set.of()
                : new TreeSet<>(
                        jdbc.sql("""
                        SELECT id FROM season WHERE id IN (:ids) AND state NOT IN ('SETTLING', 'SETTLED')
                         ORDER BY id LOCK IN SHARE MODE
                        """).param("ids", ids).query(Long.class).list());
    }

    /** The current state of a season, held against postings and new holds until the transaction ends. */
    Season lock(long id) {
        return jdbc.sql("SELECT * FROM season WHERE id = ? FOR UPDATE")
                .param(id)
                .query((row, number) -> season(row))
                .single();
    }

    private static Season season(ResultSet row) throws SQLException {
        return new Season(
                row.getLong("id"),
                row.getString("name"),
                Utc.instant(row, "starts_at"),
                Utc.instant(row, "ends_at"),
                State.valueOf(row.getString("state")),
                row.getObject("learners", Long.class),
                row.getObject("points", Long.class),
                Utc.instant(row, "created_at"),
                Utc.nullableInstant(row, "expired_at"));
    }
}
