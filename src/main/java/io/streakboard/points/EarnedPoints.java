package io.streakboard.points;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import io.streakboard.points.ledger.LedgerTable;
import io.streakboard.season.Season;
import io.streakboard.season.Seasons;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/**
 * Points that learners have earned on given days, from the ledgers of all seasons that may have entries of these days.
 */
@Service
public class EarnedPoints {

    /**
     * The days and types to read.
     *
     * @param next the day after the last
     * @param recordedBefore later entries are left out
     */
    public record EarnedQuery(LocalDate first, LocalDate next, Set<String> types, Instant recordedBefore) {}

    /**
     * @param points more than 0
     * @param reachedAt time of the last activity
     */
    public record Earned(long learner, long points, Instant reachedAt) {}

    private final JdbcClient jdbc;
    private final Seasons seasons;
    private final BusinessTime time;

    EarnedPoints(JdbcClient jdbc, Seasons seasons, BusinessTime time) {
        this.jdbc = jdbc;
        this.seasons = seasons;
        this.time = time;
    }

    /** By learner. Learners without such points are left out. */
    public Map<Long, Earned> of(EarnedQuery query, Collection<Long> learners) {
        var seasons = seasonsSince(query.first());
        if (seasons.isEmpty() || learners.isEmpty()) {
            return Map.of();
        }
        return jdbc
                .sql("""
                        SELECT user_id, SUM(points) AS points, MAX(occurred_at) AS reached_at FROM (%s) e GROUP BY user_id
                        """.formatted(seasons.stream().map(EarnedPoints::ofSeason).collect(joining(" UNION ALL "))))
                .param("learners", learners)
                .param("days", query.first().datesUntil(query.next()).toList())
                .param("types", query.types())
                .param("before", Utc.column(query.recordedBefore()))
                .query((row, number) ->
                        new Earned(row.getLong("user_id"), row.getLong("points"), Utc.instant(row, "reached_at")))
                .list()
                .stream()
                .collect(toMap(Earned::learner, Function.identity()));
    }

    /**
     * All points of some days, deductions too, by learner. Learners without an entry are left out.
     *
     * @param next the day after the last
     */
    public Map<Long, Long> sums(LocalDate first, LocalDate next, Collection<Long> learners) {
        var seasons = seasonsSince(first);
        var sums = new HashMap<Long, Long>();
        if (!seasons.isEmpty() && !learners.isEmpty()) {
            jdbc.sql(seasons.stream().map(EarnedPoints::sumsOfSeason).collect(joining(" UNION ALL ")))
                    .param("learners", learners)
                    .param("days", first.datesUntil(next).toList())
                    .query(row -> {
                        sums.merge(row.getLong("user_id"), row.getLong("points"), Long::sum);
                    });
        }
        return sums;
    }

    private static String sumsOfSeason(Season season) {
        return """
                SELECT user_id, SUM(points) AS points FROM %s FORCE INDEX (by_day)
                 WHERE day IN (:days) AND user_id IN (:learners) GROUP BY user_id
                """.formatted(LedgerTable.name(season.id()));
    }

    /** Each day and learner is one range of the key: a range over days would scan all learners. */
    private static String ofSeason(Season season) {
        return """
                SELECT user_id, points, occurred_at FROM %s FORCE INDEX (by_day)
                 WHERE day IN (:days) AND user_id IN (:learners) AND type IN (:types)
                   AND points > 0 AND recorded_at < :before
                """.formatted(LedgerTable.name(season.id()));
    }

    /** The next page of learner ids that may have earned points on these days. */
    public List<Long> learnersAfter(EarnedQuery query, long learner, int limit) {
        return learnersAfter(query.first(), learner, limit);
    }

    List<Long> learnersAfter(LocalDate first, long learner, int limit) {
        var seasons = seasonsSince(first);
        return seasons.isEmpty()
                ? List.of()
                : jdbc.sql(seasons.stream()
                                        .map(season ->
                                                "(SELECT user_id FROM %s WHERE user_id > :after ORDER BY user_id LIMIT :limit)"
                                                        .formatted(PointsTotals.table(season.id())))
                                        .collect(joining(" UNION "))
                                + " ORDER BY user_id LIMIT :limit")
                        .param("after", learner)
                        .param("limit", limit)
                        .query((row, number) -> row.getLong(1))
                        .list();
    }

    /**
     * A late entry is in the ledger of a later season than its day, even of a season that is not open yet, because a
     * season takes points from its start.
     */
    List<Season> seasonsSince(LocalDate first) {
        var start = time.startOf(first);
        return seasons.newestFirst().stream()
                .filter(season -> !season.expired())
                .filter(season -> season.endsAt().isAfter(start))
                .toList();
    }
}
