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
     * something to lock; in the order of ids, so that transactions do not deadlock.
     */
    Map<Long, Total> lock(long season, SortedSet<Long> learners, Instant now) {
        jdbc.batchUpdate(
                """
                INSERT INTO %s (user_id, points, reached_at, corrections, updated_at) VALUES (?, 0, NULL, 0, ?)
                ON DUPLICATE KEY UPDATE points = points
                """.formatted(name(season)),
                learners.stream()
                        .map(learner -> new Object[] {learner, Utc.column(now)})
                        .toList());
        var totals = new TreeMap<Long, Total>();
        client.sql("SELECT * FROM %s WHERE user_id IN (:learners)".formatted(name(season)))
                .param("learners", learners)
                .query(row -> {
                    var total = total(row);
                    totals.put(total.learner(), total);
                });
        return totals;
    }

    void update(long season, Collection<Total> totals, Instant now) {
        jdbc.batchUpdate(
                """
                INSERT INTO %s (user_id, points, reached_at, corrections, updated_at) VALUES (?, ?, ?, ?, ?)
                ON DUPLICATE KEY UPDATE points = VALUES(points), reached_at = VALUES(reached_at),
                    corrections = VALUES(corrections), updated_at = VALUES(updated_at)
                """.formatted(name(season)),
                totals.stream()
                        .map(total -> new Object[] {
                            total.learner(),
                            total.points(),
                            total.reachedAt() == null ? null : Utc.column(total.reachedAt()),
                            total.corrections(),
                            Utc.column(now)
                        })
                        .toList());
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
