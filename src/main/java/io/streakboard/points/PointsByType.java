package io.streakboard.points;

import io.streakboard.points.ledger.LedgerTable;
import io.streakboard.season.Season;
import io.streakboard.season.Seasons;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/**
 * Learners' paid activities and points by type, in all seasons whose ledger has not expired. Seasons that are not open
 * yet are among them, because a season takes points from its start.
 */
@Service
public class PointsByType {

    /**
     * @param activities how many were paid, in full or in part
     * @param points the points they paid
     */
    public record Paid(long activities, long points) {

        private Paid plus(Paid other) {
            return new Paid(activities + other.activities, points + other.points);
        }
    }

    private final JdbcClient jdbc;
    private final Seasons seasons;

    PointsByType(JdbcClient jdbc, Seasons seasons) {
        this.jdbc = jdbc;
        this.seasons = seasons;
    }

    /** By learner and type. Types without pay are left out. */
    public Map<Long, Map<String, Paid>> of(Collection<Long> learners, Collection<String> types) {
        var paid = new HashMap<Long, Map<String, Paid>>();
        seasons.newestFirst().stream()
                .filter(season -> !season.expired())
                .map(PointsByType::ofSeason)
                .reduce((one, other) -> one + " UNION ALL " + other)
                .ifPresent(all -> jdbc.sql(all)
                        .param("learners", learners)
                        .param("types", types)
                        .query(row -> {
                            paid.computeIfAbsent(row.getLong(1), learner -> new HashMap<>())
                                    .merge(row.getString(2), new Paid(row.getLong(3), row.getLong(4)), Paid::plus);
                        }));
        return paid;
    }

    private static String ofSeason(Season season) {
        return """
                SELECT user_id, type, COUNT(*), SUM(points) FROM %s
                 WHERE user_id IN (:learners) AND type IN (:types) AND points > 0 GROUP BY user_id, type
                """.formatted(LedgerTable.name(season.id()));
    }
}
