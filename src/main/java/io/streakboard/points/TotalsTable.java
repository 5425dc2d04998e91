package io.streakboard.points;

import io.streakboard.time.Utc;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Collection;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The totals of each season, tables {@code points_total_<season>}. A total's row is the lock on its learner. */
@Component
class TotalsTable {

    private final JdbcTemplate jdbc;
    private final JdbcClient client;

    TotalsTable(JdbcTemplate jdbc, JdbcClient client) {
        this.jdbc = jdbc;
        this.client = client;
    }

    static String name(long season) {
        return "points_total_" + season;
    }

    /**
     * The totals of learners, locked until the transaction ends. Rows that are missing are made first, so that there is
     * something to lock. Both in the order of ids, so that transactions do not deadlock: nobody makes a row before it
     * has locked all that it found.
     */
    Map<Long, Total> lock(long season, SortedSet<Long> learners, Instant now) {
        var totals = lock(season, learners);
        if (totals.size() < learners.size()) {
            var missing = new TreeSet<>(learners);
            missing.removeAll(totals.keySet());
            create(season, missing, now);
            totals.putAll(lock(season, missing));
        }
        return totals;
    }

    private Map<Long, Total> lock(long season, SortedSet<Long> learners) {
        var totals = new TreeMap<Long, Total>();
        client.sql("SELECT * FROM %s FORCE INDEX (PRIMARY) WHERE user_id IN (:learners) ORDER BY user_id FOR UPDATE"
                        .formatted(name(season)))
                .param("learners", learners)
                .query(row -> {
                    var total = total(row);
                    totals.put(total.learner(), total);
                });
        return totals;
    }

    private void create(long season, SortedSet<Long> learners, Instant now) {
        var updatedAt = Utc.column(now);
        jdbc.batchUpdate("""
                INSERT INTO %s (user_id, points, reached_at, corrections, updated_at) VALUES (?, 0, NULL, 0, ?)
                ON DUPLICATE KEY UPDATE points = points
                """.formatted(name(season)), learners, learners.size(), (statement, learner) -> {
            statement.setLong(1, learner);
            statement.setObject(2, updatedAt);
        });
    }

    void update(long season, Collection<Total> totals, Instant now) {
        var updatedAt = Utc.column(now);
        jdbc.batchUpdate("""
                INSERT INTO %s (user_id, points, reached_at, corrections, updated_at) VALUES (?, ?, ?, ?, ?)
                ON DUPLICATE KEY UPDATE points = VALUES(points), reached_at = VALUES(reached_at),
                    corrections = VALUES(corrections), updated_at = VALUES(updated_at)
                """.formatted(name(season)), totals, totals.size(), (statement, total) -> {
            var reachedAt = total.reachedAt();
            statement.setLong(1, total.learner());
            statement.setLong(2, total.points());
            statement.setObject(3, reachedAt == null ? null : Utc.column(reachedAt));
            statement.setInt(4, total.corrections());
            statement.setObject(5, updatedAt);
        });
    }

    static Total total(ResultSet row) throws SQLException {
        var reachedAt = row.getObject("reached_at", LocalDateTime.class);
        return new Total(
                row.getLong("user_id"),
                row.getLong("points"),
                reachedAt == null ? null : Utc.instant(reachedAt),
                row.getInt("corrections"));
    }
}
