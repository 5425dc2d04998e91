package io.streakboard.leagues;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Component;

/** The table {@code league_cohort}. */
@Component
@ConditionalOnBooleanProperty("streakboard.leagues.enabled")
class CohortTable {

    /** @param seats number of seats given; the next member gets this number */
    record Cohort(long id, String tier, int band, int seats) {}

    /** The cohorts of a tier, for admins. */
    record TierReport(String tier, long cohorts, long members, long points) {}

    private final JdbcClient jdbc;

    CohortTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * The fullest cohort with room that is not locked by another writer, so that writers do not queue at one row. In
     * the order of the index: sorting would lock all cohorts, and each writer would open another one.
     */
    Optional<Cohort> lockedWithRoom(Week week, String tier, int band, int size) {
        return jdbc.sql("""
                        SELECT id, tier, pace, seats FROM league_cohort
                         WHERE first_day = ? AND tier = ? AND pace = ? AND seats < ?
                         ORDER BY seats DESC, id DESC LIMIT 1 FOR UPDATE SKIP LOCKED
                        """)
                .params(week.first(), tier, band, size)
                .query(CohortTable::cohort)
                .optional();
    }

    Cohort add(Week week, String tier, int band) {
        var id = new GeneratedKeyHolder();
        jdbc.sql("INSERT INTO league_cohort (first_day, tier, pace, seats) VALUES (?, ?, ?, 0)")
                .params(week.first(), tier, band)
                .update(id, "id");
        return new Cohort(Objects.requireNonNull(id.getKey()).longValue(), tier, band, 0);
    }

    void give(Cohort cohort, int seats) {
        jdbc.sql("UPDATE league_cohort SET seats = seats + ? WHERE id = ?")
                .params(seats, cohort.id())
                .update();
    }

    /** Cohorts with at most as many seats given, by tier and activity band. */
    List<Cohort> small(Week week, int seats) {
        return jdbc.sql("""
                        SELECT id, tier, pace, seats FROM league_cohort WHERE first_day = ? AND seats <= ?
                         ORDER BY tier, pace, id
                        """)
                .params(week.first(), seats)
                .query(CohortTable::cohort)
                .list();
    }

    List<Cohort> locked(Collection<Long> ids) {
        return jdbc.sql("SELECT id, tier, pace, seats FROM league_cohort WHERE id IN (:ids) ORDER BY id FOR UPDATE")
                .param("ids", ids)
                .query(CohortTable::cohort)
                .list();
    }

    void remove(Collection<Long> ids) {
        jdbc.sql("DELETE FROM league_cohort WHERE id IN (:ids)")
                .param("ids", ids)
                .update();
    }

    /** Cohorts of weeks that were over on a day and have ended. */
    List<Long> endedBy(LocalDate day, int limit) {
        return jdbc.sql("""
                        SELECT c.id FROM league_week w JOIN league_cohort c ON c.first_day = w.first_day
                         WHERE w.next_day <= ? AND w.ended_at IS NOT NULL LIMIT ?
                        """)
                .params(day, limit)
                .query((row, number) -> row.getLong(1))
                .list();
    }

    /** By id. */
    List<Cohort> after(Week week, long id, int limit) {
        return jdbc.sql("""
                        SELECT id, tier, pace, seats FROM league_cohort WHERE first_day = ? AND id > ? ORDER BY id LIMIT ?
                        """)
                .params(week.first(), id, limit)
                .query(CohortTable::cohort)
                .list();
    }

    List<TierReport> byTier(Week week) {
        return jdbc.sql("""
                        SELECT c.tier, COUNT(DISTINCT c.id) AS cohorts, COUNT(*) AS members, SUM(m.points) AS points
                          FROM league_cohort c JOIN league_member m ON m.cohort_id = c.id
                         WHERE c.first_day = ? GROUP BY c.tier
                        """)
                .param(week.first())
                .query((row, number) -> new TierReport(
                        row.getString("tier"), row.getLong("cohorts"), row.getLong("members"), row.getLong("points")))
                .list();
    }

    private static Cohort cohort(ResultSet row, int number) throws SQLException {
        return new Cohort(row.getLong("id"), row.getString("tier"), row.getInt("pace"), row.getInt("seats"));
    }
}
