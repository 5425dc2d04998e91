package io.streakboard.points.opening;

import static java.util.stream.Collectors.toMap;

import io.streakboard.points.opening.Corrections.BalanceChange;
import io.streakboard.points.opening.Corrections.BalanceKey;
import io.streakboard.points.opening.Corrections.RecordedBalance;
import io.streakboard.time.Utc;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The tables {@code points_opening} and {@code points_opening_change}: balances, and their corrections by files. */
@Component
class OpeningTable {

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;

    OpeningTable(JdbcClient jdbc, JdbcTemplate batches) {
        this.jdbc = jdbc;
        this.batches = batches;
    }

    /**
     * Locks the rows of keys until the transaction ends, in their order. Missing rows are made: without points and
     * without a file.
     */
    void lock(SortedSet<BalanceKey> keys, Instant now) {
        batches.batchUpdate(
                """
                INSERT INTO points_opening (user_id, source_id, points, recorded_at) VALUES (?, ?, 0, ?)
                ON DUPLICATE KEY UPDATE points = points
                """,
                keys.stream()
                        .map(key -> new Object[] {key.learner(), key.sourceId(), Utc.column(now)})
                        .toList());
    }

    /** Deletes rows that were made to be locked, and that no file has filled. */
    void deleteUnused(Collection<BalanceKey> keys) {
        batches.batchUpdate(
                """
                DELETE FROM points_opening WHERE user_id = ? AND source_id = ? AND points = 0 AND import_run_id = 0
                """,
                keys.stream()
                        .map(key -> new Object[] {key.learner(), key.sourceId()})
                        .toList());
    }

    /** All balances of learners. */
    Map<BalanceKey, RecordedBalance> of(Collection<Long> learners) {
        var found = new HashMap<BalanceKey, RecordedBalance>();
        if (!learners.isEmpty()) {
            jdbc.sql("SELECT * FROM points_opening WHERE user_id IN (:learners)")
                    .param("learners", learners)
                    .query(row -> {
                        found.put(
                                new BalanceKey(row.getLong("user_id"), row.getString("source_id")),
                                new RecordedBalance(
                                        row.getString("source_id"),
                                        row.getLong("points"),
                                        row.getLong("import_run_id"),
                                        Utc.instant(row, "recorded_at")));
                    });
        }
        return found;
    }

    void save(Map<BalanceKey, RecordedBalance> balances) {
        batches.batchUpdate(
                """
                UPDATE points_opening SET points = ?, import_run_id = ?, recorded_at = ?
                 WHERE user_id = ? AND source_id = ?
                """,
                balances.entrySet().stream()
                        .map(each -> new Object[] {
                            each.getValue().points(),
                            each.getValue().importRunId(),
                            Utc.column(each.getValue().recordedAt()),
                            each.getKey().learner(),
                            each.getKey().sourceId()
                        })
                        .toList());
    }

    void append(List<BalanceChange> changes) {
        batches.batchUpdate(
                """
                INSERT INTO points_opening_change (user_id, source_id, import_run_id, former, points, recorded_at)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
                changes.stream()
                        .map(change -> new Object[] {
                            change.learner(),
                            change.sourceId(),
                            change.importRunId(),
                            change.former(),
                            change.points(),
                            Utc.column(change.recordedAt())
                        })
                        .toList());
    }

    /** One statement, so that the sums and the numbers of deductions are of one moment. */
    Map<Long, OpeningSum> sums(Collection<Long> learners) {
        return learners.isEmpty()
                ? Map.of()
                : jdbc
                        .sql("""
                                SELECT user_id, SUM(points), SUM(deductions)
                                  FROM (SELECT user_id, points, 0 AS deductions
                                          FROM points_opening WHERE user_id IN (:learners)
                                         UNION ALL
                                        SELECT user_id, 0, 1
                                          FROM points_opening_change
                                         WHERE user_id IN (:learners) AND points < former) balances
                                 GROUP BY user_id
                                """)
                        .param("learners", learners)
                        .query((row, number) ->
                                Map.entry(row.getLong(1), new OpeningSum(row.getLong(2), row.getInt(3))))
                        .list()
                        .stream()
                        .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** The next page of learners with balances, by id. */
    List<Long> learnersAfter(long learner, int limit) {
        return jdbc.sql("SELECT DISTINCT user_id FROM points_opening WHERE user_id > ? ORDER BY user_id LIMIT ?")
                .params(learner, limit)
                .query((row, number) -> row.getLong(1))
                .list();
    }

    /** The corrections of a learner's balances, in the order of their files. */
    List<BalanceChange> changes(long learner) {
        return jdbc.sql("SELECT * FROM points_opening_change WHERE user_id = ? ORDER BY import_run_id, source_id")
                .param(learner)
                .query((row, number) -> new BalanceChange(
                        learner,
                        row.getString("source_id"),
                        row.getLong("import_run_id"),
                        row.getLong("former"),
                        row.getLong("points"),
                        Utc.instant(row, "recorded_at")))
                .list();
    }

    void delete(long learner) {
        jdbc.sql("DELETE FROM points_opening WHERE user_id = ?").param(learner).update();
        jdbc.sql("DELETE FROM points_opening_change WHERE user_id = ?")
                .param(learner)
                .update();
    }
}
