package io.streakboard.points;

import static java.util.stream.Collectors.joining;

import io.streakboard.points.ledger.SeasonTableNames;
import io.streakboard.time.Utc;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/**
 * The totals of each season, tables {@code points_total_<season>}: boards are built from them and proven against them.
 * The row of a learner's total is also the lock on the learner.
 */
@Service
public class PointsTotals {

    private static final String PREFIX = "points_total_";

    /** With this fetch size Connector/J reads row by row, in constant memory. */
    private static final int STREAMING = Integer.MIN_VALUE;

    /**
     * @param learners number of learners with points
     * @param points the sum of their points
     */
    public record TotalsSum(long learners, long points) {

        @Override
        public String toString() {
            return learners + " learners with " + points + " points";
        }
    }

    /** A range of learner ids, both ends included. */
    public record LearnerRange(long first, long last) {}

    /** All {@link #ranges} of a season, for comparisons that may run at the same time. */
    public interface ParallelRanges {

        /** Compares each range and returns the results in the order of ranges. */
        <T> List<T> each(Function<LearnerRange, T> comparison);
    }

    private static final int MAX_RANGE = 10_000;

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;

    PointsTotals(JdbcClient jdbc, JdbcTemplate batches) {
        this.jdbc = jdbc;
        this.batches = batches;
    }

    /**
     * The season's table, for modules that compare their own tables with it: {@code user_id}, {@code points}, {@code
     * reached_at}.
     */
    public static String table(long season) {
        return PREFIX + season;
    }

    /**
     * A table of the deductions of all seasons, with a row and its {@code user_id} for each. To be read in one statement
     * with totals: the transaction that lowers a total writes both.
     */
    public static String deductions() {
        return "(SELECT user_id FROM points_adjustment WHERE points < 0) deductions";
    }

    /** Adds up all totals, for proofs. {@link PointsSums} has the maintained sums. */
    public TotalsSum sum(long season) {
        return jdbc.sql("SELECT COUNT(*) AS learners, COALESCE(SUM(points), 0) AS points FROM %s WHERE points > 0"
                        .formatted(table(season)))
                .query(TotalsSum.class)
                .single();
    }

    /** All possible ids, divided into ranges of some thousands of the season's learners each. */
    public List<LearnerRange> ranges(long season) {
        var ranges = new ArrayList<LearnerRange>();
        long first = Long.MIN_VALUE;
        for (var last = last(season, first); last.isPresent(); last = last(season, first)) {
            ranges.add(new LearnerRange(first, last.get()));
            first = last.get() + 1;
        }
        ranges.add(new LearnerRange(first, Long.MAX_VALUE));
        return ranges;
    }

    private Optional<Long> last(long season, long first) {
        return jdbc.sql("SELECT user_id FROM %s WHERE user_id >= ? ORDER BY user_id LIMIT 1 OFFSET %d"
                        .formatted(table(season), MAX_RANGE - 1))
                .param(first)
                .query(Long.class)
                .optional();
    }

    public Optional<Total> of(long season, long learner) {
        return jdbc.sql("SELECT * FROM %s WHERE user_id = ?".formatted(table(season)))
                .param(learner)
                .query((row, number) -> total(row))
                .optional();
    }

    /** The seasons in which a learner has a total. The ledgers of other seasons have no entries of the learner. */
    Set<Long> seasonsOf(long learner, Collection<Long> seasons) {
        return jdbc.sql(seasons.stream()
                        .map(season -> "SELECT %d FROM %s WHERE user_id = :learner".formatted(season, table(season)))
                        .collect(joining(" UNION ALL ")))
                .param("learner", learner)
                .query((row, number) -> row.getLong(1))
                .set();
    }

    /** The totals of some learners, in no order. A learner without a total is left out. */
    public List<Total> of(long season, Collection<Long> learners) {
        return jdbc.sql("SELECT * FROM %s WHERE user_id IN (:learners)".formatted(table(season)))
                .param("learners", learners)
                .query((row, number) -> total(row))
                .list();
    }

    /** Hands over all learners of a season with a total, in the order of ids, one at a time in constant memory. */
    public void forEach(long season, Consumer<Total> consumer) {
        jdbc.sql("SELECT * FROM %s ORDER BY user_id".formatted(table(season)))
                .withFetchSize(STREAMING)
                .query(row -> {
                    consumer.accept(total(row));
                });
    }

    /** The totals of learners with ids above a given one, in the order of ids. */
    List<Total> page(long season, long after, int limit) {
        return jdbc.sql("SELECT * FROM %s WHERE user_id > ? ORDER BY user_id LIMIT ?".formatted(table(season)))
                .params(after, limit)
                .query((row, number) -> total(row))
                .list();
    }

    /**
     * The totals of learners, locked until the transaction ends. Makes missing rows, so that there is something to
     * lock. Rows are locked and made in the order of ids, and made only after all existing ones are locked, so that
     * transactions do not deadlock.
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
        jdbc.sql("SELECT * FROM %s FORCE INDEX (PRIMARY) WHERE user_id IN (:learners) ORDER BY user_id FOR UPDATE"
                        .formatted(table(season)))
                .param("learners", learners)
                .query(row -> {
                    var total = total(row);
                    totals.put(total.learner(), total);
                });
        return totals;
    }

    private void create(long season, SortedSet<Long> learners, Instant now) {
        var updatedAt = Utc.column(now);
        batches.batchUpdate("""
                INSERT INTO %s (user_id, points, reached_at, corrections, updated_at) VALUES (?, 0, NULL, 0, ?)
                ON DUPLICATE KEY UPDATE points = points
                """.formatted(table(season)), learners, learners.size(), (statement, learner) -> {
            statement.setLong(1, learner);
            statement.setObject(2, updatedAt);
        });
    }

    void update(long season, Collection<Total> totals, Instant now) {
        var updatedAt = Utc.column(now);
        batches.batchUpdate("""
                INSERT INTO %s (user_id, points, reached_at, corrections, updated_at, closing_until, closing_points,
                    closing_reached_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON DUPLICATE KEY UPDATE points = VALUES(points), reached_at = VALUES(reached_at),
                    corrections = VALUES(corrections), updated_at = VALUES(updated_at),
                    closing_until = VALUES(closing_until), closing_points = VALUES(closing_points),
                    closing_reached_at = VALUES(closing_reached_at)
                """.formatted(table(season)), totals, totals.size(), (statement, total) -> {
            var closing = total.closing();
            statement.setLong(1, total.learner());
            statement.setLong(2, total.points());
            statement.setObject(3, Utc.nullableColumn(total.reachedAt()));
            statement.setInt(4, total.corrections());
            statement.setObject(5, updatedAt);
            statement.setObject(6, closing == null ? null : Utc.nullableColumn(closing.until()));
            statement.setObject(7, closing == null ? null : closing.points());
            statement.setObject(8, closing == null ? null : Utc.nullableColumn(closing.reachedAt()));
        });
    }

    void delete(long season, long learner) {
        jdbc.sql("DELETE FROM %s WHERE user_id = ?".formatted(table(season)))
                .param(learner)
                .update();
    }

    /** The seasons with totals. */
    Set<Long> seasons() {
        return SeasonTableNames.seasons(jdbc, PREFIX);
    }

    void drop(long season) {
        jdbc.sql("DROP TABLE IF EXISTS " + table(season)).update();
    }

    private static Total total(ResultSet row) throws SQLException {
        var closingUntil = Utc.nullableInstant(row, "closing_until");
        return new Total(
                row.getLong("user_id"),
                row.getLong("points"),
                Utc.nullableInstant(row, "reached_at"),
                row.getInt("corrections"),
                closingUntil == null
                        ? null
                        : new Total.ClosingTotal(
                                closingUntil,
                                row.getLong("closing_points"),
                                Utc.nullableInstant(row, "closing_reached_at")));
    }
}
