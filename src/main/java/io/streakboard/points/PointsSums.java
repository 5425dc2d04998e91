package io.streakboard.points;

import io.streakboard.points.PointsTotals.TotalsSum;
import io.streakboard.time.Utc;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/**
 * The sums over the totals of each season, table {@code points_sum}, so that showing them needs no scan of a million
 * totals. The transaction that changes totals also adds its changes here, so the sums are exact. It adds to one of
 * several rows, at random: with a single row all transactions would wait for each other.
 */
@Service
public class PointsSums {

    private static final int STRIPES = 32;

    private final JdbcClient jdbc;

    PointsSums(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The number of learners with points in a season, and the sum of their points. */
    public TotalsSum of(long season) {
        return jdbc.sql("""
                        SELECT COALESCE(SUM(learners), 0) AS learners, COALESCE(SUM(points), 0) AS points
                          FROM points_sum WHERE season_id = ?
                        """).param(season).query(TotalsSum.class).single();
    }

    /** Whether no total of the season has changed since an instant. */
    public boolean quietSince(long season, Instant instant) {
        return jdbc.sql("SELECT NOT EXISTS (SELECT 1 FROM points_sum WHERE season_id = ? AND changed_at > ?)")
                .params(season, Utc.column(instant))
                .query(Boolean.class)
                .single();
    }

    /**
     * Adds a transaction's changes. The row stays locked until the transaction ends, so call this after every statement
     * that may wait.
     *
     * @param change the changes in the number of learners with points and in the sum of points; both may be negative
     */
    void add(long season, TotalsSum change, Instant now) {
        jdbc.sql("""
                        INSERT INTO points_sum (season_id, stripe, learners, points, changed_at) VALUES (?, ?, ?, ?, ?)
                        ON DUPLICATE KEY UPDATE learners = learners + VALUES(learners), points = points + VALUES(points),
                            changed_at = GREATEST(changed_at, VALUES(changed_at))
                        """)
                .params(
                        season,
                        ThreadLocalRandom.current().nextInt(STRIPES),
                        change.learners(),
                        change.points(),
                        Utc.column(now))
                .update();
    }

    void drop(long season) {
        jdbc.sql("DELETE FROM points_sum WHERE season_id = ?").param(season).update();
    }
}
