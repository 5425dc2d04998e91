package io.streakboard.leaderboard.seasons;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.streakboard.leaderboard.settled.BoardTable;
import io.streakboard.points.PointsTotals;
import io.streakboard.points.opening.OpeningBalances;
import io.streakboard.points.opening.OpeningSum;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import io.streakboard.time.Utc;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/**
 * Learners' figures over all seasons: from settled boards, which neither change nor expire, from open totals, and
 * before the first season. One statement reads the totals and the deductions, so that both are of one moment.
 */
@Service
public class AllTimeFigures {

    private static final long REMEMBERED = 100_000;

    /**
     * @param points with the opening balance
     * @param opening the opening balance: points from before the first season
     * @param seasons number of seasons in which the learner has points
     * @param bestRank the best rank in a settled season; null: none
     * @param reachedAt null without points in any season
     * @param deductions number of deductions, including deductions from the opening balance. More deductions mean a
     *     newer sum; with equal numbers the higher sum is newer
     */
    public record AllTimeTotals(
            long points,
            long opening,
            int seasons,
            @Nullable Long bestRank,
            @Nullable Instant reachedAt,
            int deductions) {

        private static final AllTimeTotals NONE = new AllTimeTotals(0, 0, 0, null, null, 0);

        private AllTimeTotals and(AllTimeTotals open) {
            return new AllTimeTotals(
                    points + open.points,
                    0,
                    seasons + open.seasons,
                    bestRank,
                    reachedAt == null || open.reachedAt != null && open.reachedAt.isAfter(reachedAt)
                            ? open.reachedAt
                            : reachedAt,
                    open.deductions);
        }

        private AllTimeTotals opened(OpeningSum balance) {
            return new AllTimeTotals(
                    points + balance.points(),
                    balance.points(),
                    seasons,
                    bestRank,
                    reachedAt,
                    deductions + balance.deductions());
        }
    }

    /** Cached sums over settled seasons, for learners with recent points. */
    private record CachedTotals(List<Season> settled, Cache<Long, AllTimeTotals> figures) {

        static CachedTotals of(List<Season> settled) {
            return new CachedTotals(
                    settled,
                    Caffeine.newBuilder()
                            .maximumSize(REMEMBERED)
                            .expireAfterWrite(Duration.ofHours(1))
                            .build());
        }
    }

    private final JdbcClient jdbc;
    private final Seasons seasons;
    private final OpeningBalances opening;
    private volatile CachedTotals cached = CachedTotals.of(List.of());

    AllTimeFigures(JdbcClient jdbc, Seasons seasons, OpeningBalances opening) {
        this.opening = opening;
        this.jdbc = jdbc;
        this.seasons = seasons;
    }

    /** By learner. Learners without points are left out. */
    public Map<Long, AllTimeTotals> of(Collection<Long> learners) {
        var all = seasons.newestFirst();
        return together(settled(settledAmong(all), learners), openAmong(all), learners);
    }

    /** The same with a cache, for learners whose points change often: only unsettled seasons are read again. */
    Map<Long, AllTimeTotals> ofMoving(Collection<Long> learners) {
        var all = seasons.newestFirst();
        var known = cached(settledAmong(all));
        var settled = known.figures().getAll(learners, missing -> {
            var found = settled(known.settled(), List.copyOf(missing));
            return missing.stream().collect(toMap(each -> each, each -> found.getOrDefault(each, AllTimeTotals.NONE)));
        });
        return together(settled, openAmong(all), learners);
    }

    private CachedTotals cached(List<Season> settled) {
        var known = cached;
        if (!known.settled().equals(settled)) {
            known = CachedTotals.of(settled);
            cached = known;
        }
        return known;
    }

    private Map<Long, AllTimeTotals> together(
            Map<Long, AllTimeTotals> settled, List<Season> open, Collection<Long> learners) {
        var figures = new HashMap<>(settled);
        open(open, learners).forEach((learner, more) -> figures.merge(learner, more, AllTimeTotals::and));
        opening.of(learners)
                .forEach((learner, balance) -> figures.put(
                        learner,
                        figures.getOrDefault(learner, AllTimeTotals.NONE).opened(balance)));
        return figures;
    }

    private static List<Season> settledAmong(List<Season> all) {
        return all.stream().filter(season -> season.state() == State.SETTLED).toList();
    }

    /** With upcoming seasons. */
    private static List<Season> openAmong(List<Season> all) {
        return all.stream().filter(season -> season.state() != State.SETTLED).toList();
    }

    private Map<Long, AllTimeTotals> settled(List<Season> settled, Collection<Long> learners) {
        return read(settled.stream().map(season -> rows("id", season)).toList(), learners);
    }

    /** Includes the deductions of all seasons, so that their number never falls. */
    private Map<Long, AllTimeTotals> open(List<Season> open, Collection<Long> learners) {
        var deductions = "SELECT user_id, 0 AS points, NULL AS reached_at, NULL AS place, 1 AS deductions FROM "
                + PointsTotals.deductions();
        return read(
                Stream.concat(open.stream().map(season -> rows("NULL", season)), Stream.of(deductions))
                        .toList(),
                learners);
    }

    private static String rows(String place, Season season) {
        return "SELECT user_id, points, reached_at, %s AS place, 0 AS deductions FROM %s"
                .formatted(place, table(season));
    }

    private Map<Long, AllTimeTotals> read(List<String> rows, Collection<Long> learners) {
        var figures = new HashMap<Long, AllTimeTotals>();
        if (!rows.isEmpty() && !learners.isEmpty()) {
            jdbc.sql("""
                            SELECT user_id, SUM(points), SUM(points > 0), MIN(place), MAX(reached_at), SUM(deductions)
                              FROM (%s) totals GROUP BY user_id
                            """.formatted(rows.stream()
                            .map(each -> each + " WHERE user_id IN (:learners)")
                            .collect(joining(" UNION ALL "))))
                    .param("learners", learners)
                    .query(row -> {
                        figures.put(row.getLong(1), figures(row));
                    });
        }
        return figures;
    }

    private static AllTimeTotals figures(ResultSet row) throws SQLException {
        return new AllTimeTotals(
                row.getLong(2),
                0,
                row.getInt(3),
                row.getObject(4, Long.class),
                Utc.nullableInstant(row, 5),
                row.getInt(6));
    }

    /**
     * The next page of learner ids with a rank, a total or an opening balance.
     */
    public List<Long> learnersAfter(long learner, int limit) {
        return Stream.of(inSeasonsAfter(learner, limit), opening.learnersAfter(learner, limit))
                .flatMap(List::stream)
                .sorted()
                .distinct()
                .limit(limit)
                .toList();
    }

    private List<Long> inSeasonsAfter(long learner, int limit) {
        var some = seasons.newestFirst();
        if (some.isEmpty()) {
            return List.of();
        }
        var all = some.stream()
                .map(season -> "(SELECT user_id FROM %s WHERE user_id > :learner ORDER BY user_id LIMIT :limit)"
                        .formatted(table(season)))
                .collect(joining(" UNION ALL "));
        return jdbc.sql("SELECT DISTINCT user_id FROM (" + all + ") learners ORDER BY user_id LIMIT :limit")
                .param("learner", learner)
                .param("limit", limit)
                .query((row, number) -> row.getLong(1))
                .list();
    }

    private static String table(Season season) {
        return season.state() == State.SETTLED ? BoardTable.name(season.id()) : PointsTotals.table(season.id());
    }
}
