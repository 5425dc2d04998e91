package io.streakboard.points;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/**
 * Compares a season's totals with its ledger, learner by learner, once the ledger takes no more. Some learners to a
 * statement, in the order of both keys: none takes long, however many learners there are.
 */
@Service
public class LedgerComparison {

    private static final int LEARNERS_A_STATEMENT = 100_000;

    private record Differing(long learners, @Nullable Long first) {}

    private final JdbcClient jdbc;
    private final PointsTotals totals;

    LedgerComparison(JdbcClient jdbc, PointsTotals totals) {
        this.jdbc = jdbc;
        this.totals = totals;
    }

    /** What the ledger's points add up to other than in the totals, if there is anything. */
    public Optional<String> difference(long season) {
        long learners = 0;
        long points = 0;
        Long first = null;
        long after = Long.MIN_VALUE;
        do {
            long last = last(season, after);
            var differing = compare(season, after, last);
            learners += differing.learners();
            points += sum(season, after, last);
            first = first == null ? differing.first() : first;
            after = last;
        } while (after < Long.MAX_VALUE);
        return first == null ? missing(season, points) : Optional.of(difference(season, learners, first));
    }

    private long last(long season, long after) {
        return jdbc.sql("SELECT user_id FROM %s WHERE user_id > ? ORDER BY user_id LIMIT 1 OFFSET %d"
                        .formatted(TotalsTable.name(season), LEARNERS_A_STATEMENT - 1))
                .param(after)
                .query(Long.class)
                .optional()
                .orElse(Long.MAX_VALUE);
    }

    private Differing compare(long season, long after, long last) {
        return jdbc.sql("""
                        SELECT COUNT(*) AS learners, MIN(learner) AS first FROM (
                            SELECT r.user_id AS learner FROM %s r LEFT JOIN %s t ON t.user_id = r.user_id
                             WHERE r.user_id > ? AND r.user_id <= ?
                             GROUP BY r.user_id HAVING SUM(r.points) <> COALESCE(MAX(t.points), 0)) d
                        """.formatted(LedgerTable.name(season), TotalsTable.name(season)))
                .params(after, last)
                .query(Differing.class)
                .single();
    }

    private long sum(long season, long after, long last) {
        return jdbc.sql("SELECT COALESCE(SUM(points), 0) FROM %s WHERE user_id > ? AND user_id <= ?"
                        .formatted(LedgerTable.name(season)))
                .params(after, last)
                .query(Long.class)
                .single();
    }

    /** Totals without a ledger: where all of the ledger agrees, they are what the totals have more in sum. */
    private Optional<String> missing(long season, long ledger) {
        long inTotals = totals.sum(season).points();
        return ledger == inTotals
                ? Optional.empty()
                : Optional.of("ledger has " + ledger + " points in all, totals " + inTotals);
    }

    private String difference(long season, long learners, long first) {
        long ledger = jdbc.sql("SELECT SUM(points) FROM %s WHERE user_id = ?".formatted(LedgerTable.name(season)))
                .param(first)
                .query(Long.class)
                .single();
        return "%d learners have other points in the ledger than in the totals, first: learner=%d, ledger %d, total %s"
                .formatted(
                        learners,
                        first,
                        ledger,
                        totals.of(season, first).map(Total::points).orElse(null));
    }
}
