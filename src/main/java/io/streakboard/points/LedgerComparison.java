package io.streakboard.points;

import io.streakboard.points.PointsTotals.LearnerRange;
import io.streakboard.points.PointsTotals.ParallelRanges;
import io.streakboard.points.ledger.LedgerTable;
import java.util.Optional;
import java.util.OptionalLong;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/**
 * Compares a season's totals with its closed ledger, learner by learner. Each statement takes a limited number of
 * learners, so none takes long.
 */
@Service
public class LedgerComparison {

    /**
     * Learners and points as one text, from the ledger and from the totals, both read in the order of their keys. That
     * takes half the time of looking up each total. Equal texts prove equal rows. If they differ, even if only by order
     * or length, learners are looked up one by one.
     */
    private static final String SAME = """
            /*M! SET STATEMENT group_concat_max_len = 1048576 FOR */
            SELECT /*+ SET_VAR(group_concat_max_len = 1048576) */
                   ((SELECT CAST(GROUP_CONCAT(learner, ',', sum) AS BINARY)
                       FROM (SELECT user_id AS learner, SUM(points) AS sum FROM %s
                              WHERE user_id BETWEEN :first AND :last GROUP BY user_id HAVING SUM(points) <> 0) l)
                  = (SELECT CAST(GROUP_CONCAT(user_id, ',', points) AS BINARY) AS text FROM %s
                      WHERE user_id BETWEEN :first AND :last AND points <> 0
                     HAVING LENGTH(text) < @@group_concat_max_len)) IS TRUE
            """;

    /** Learners whose sum in the ledger differs from their total, including learners with a total and no entry. */
    private static final String DIFFERENT = """
            SELECT r.user_id FROM %1$s r LEFT JOIN %2$s t ON t.user_id = r.user_id
             WHERE r.user_id BETWEEN :first AND :last
             GROUP BY r.user_id HAVING SUM(r.points) <> COALESCE(MAX(t.points), 0)
            UNION ALL
            SELECT t.user_id FROM %2$s t
             WHERE t.user_id BETWEEN :first AND :last AND t.points <> 0
               AND NOT EXISTS (SELECT 1 FROM %1$s r WHERE r.user_id = t.user_id)
            """;

    /** The number of learners who differ, and the first of them, if any. */
    private record Differences(long learners, OptionalLong first) {

        static final Differences NONE = new Differences(0, OptionalLong.empty());

        Differences and(Differences next) {
            return new Differences(learners + next.learners, first.isPresent() ? first : next.first);
        }
    }

    private final JdbcClient jdbc;
    private final PointsTotals totals;

    LedgerComparison(JdbcClient jdbc, PointsTotals totals) {
        this.jdbc = jdbc;
        this.totals = totals;
    }

    /** The difference between the ledger's sums and the totals, if any. */
    public Optional<String> difference(long season, ParallelRanges ranges) {
        var found = ranges.each(range -> same(season, range) ? Differences.NONE : differing(season, range)).stream()
                .reduce(Differences.NONE, Differences::and);
        return found.first().isPresent()
                ? Optional.of(difference(season, found.learners(), found.first().getAsLong()))
                : Optional.empty();
    }

    private boolean same(long season, LearnerRange range) {
        return jdbc.sql(SAME.formatted(LedgerTable.name(season), PointsTotals.table(season)))
                .param("first", range.first())
                .param("last", range.last())
                .query(Boolean.class)
                .single();
    }

    private Differences differing(long season, LearnerRange range) {
        var learners = jdbc.sql(DIFFERENT.formatted(LedgerTable.name(season), PointsTotals.table(season)))
                .param("first", range.first())
                .param("last", range.last())
                .query(Long.class)
                .list();
        return new Differences(
                learners.size(), learners.stream().mapToLong(Long::longValue).min());
    }

    private String difference(long season, long learners, long first) {
        long ledger = jdbc.sql(
                        "SELECT COALESCE(SUM(points), 0) FROM %s WHERE user_id = ?".formatted(LedgerTable.name(season)))
                .param(first)
                .query(Long.class)
                .single();
        return "%d learners differ between ledger and totals, first: learner=%d, ledger %d, total %s"
                .formatted(
                        learners,
                        first,
                        ledger,
                        totals.of(season, first).map(Total::points).orElse(null));
    }
}
