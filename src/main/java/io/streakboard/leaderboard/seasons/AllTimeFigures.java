package io.streakboard.leaderboard.seasons;

import io.streakboard.leaderboard.settled.BoardTable;
import io.streakboard.points.PointsTotals;
import io.streakboard.points.opening.OpeningBalances;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/**
 * What learners have got in all seasons together: from settled boards, which never expire, and from open totals; and
 * before the first season.
 */
@Service
public class AllTimeFigures {

    /**
     * @param points with the opening balance
     * @param opening the opening balance: points from before the first season
     * @param seasons in how many seasons the learner has points
     * @param bestRank the best rank in a settled season; null: none
     */
    public record Figures(
            long points,
            long opening,
            int seasons,
            @Nullable Long bestRank) {

        private Figures opened(long balance) {
            return new Figures(points + balance, balance, seasons, bestRank);
        }
    }

    private final JdbcClient jdbc;
    private final Seasons seasons;
    private final OpeningBalances opening;

    AllTimeFigures(JdbcClient jdbc, Seasons seasons, OpeningBalances opening) {
        this.opening = opening;
        this.jdbc = jdbc;
        this.seasons = seasons;
    }

    /** By learner. Whoever has no points is left out. */
    public Map<Long, Figures> of(Collection<Long> learners) {
        var ofSeasons =
                each(season -> "SELECT user_id, points, %s AS place FROM %s WHERE user_id IN (:learners) AND points > 0"
                        .formatted(season.state() == State.SETTLED ? "id" : "NULL", table(season)));
        var figures = new HashMap<Long, Figures>();
        ofSeasons.ifPresent(all -> jdbc.sql(
                        "SELECT user_id, SUM(points), COUNT(*), MIN(place) FROM (" + all + ") totals GROUP BY user_id")
                .param("learners", learners)
                .query(row -> {
                    figures.put(
                            row.getLong(1),
                            new Figures(row.getLong(2), 0, row.getInt(3), row.getObject(4, Long.class)));
                }));
        opening.of(learners)
                .forEach((learner, balance) -> figures.put(
                        learner,
                        figures.getOrDefault(learner, new Figures(0, 0, 0, null))
                                .opened(balance)));
        return figures;
    }

    /**
     * The learners with the next higher ids who have a place, a total or an opening balance, in the order of their
     * ids.
     */
    public List<Long> learnersAfter(long learner, int limit) {
        var ofSeasons = each(season -> "(SELECT user_id FROM %s WHERE user_id > :learner ORDER BY user_id LIMIT :limit)"
                .formatted(table(season)));
        var found = ofSeasons
                .map(all -> jdbc.sql(
                                "SELECT DISTINCT user_id FROM (" + all + ") learners ORDER BY user_id LIMIT :limit")
                        .param("learner", learner)
                        .param("limit", limit)
                        .query((row, number) -> row.getLong(1))
                        .list())
                .orElse(List.of());
        return Stream.concat(found.stream(), opening.learnersAfter(learner, limit).stream())
                .sorted()
                .distinct()
                .limit(limit)
                .toList();
    }

    /** Before the first season has begun there is no table to read. */
    private Optional<String> each(Function<Season, String> sql) {
        return seasons.newestFirst().stream()
                .filter(season -> season.state() != State.UPCOMING)
                .map(sql)
                .reduce((one, other) -> one + " UNION ALL " + other);
    }

    private static String table(Season season) {
        return season.state() == State.SETTLED ? BoardTable.name(season.id()) : PointsTotals.table(season.id());
    }
}
