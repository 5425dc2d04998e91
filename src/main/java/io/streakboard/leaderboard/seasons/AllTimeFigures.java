package io.streakboard.leaderboard.seasons;

import io.streakboard.leaderboard.settled.BoardTable;
import io.streakboard.points.PointsTotals;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/** What learners have got in all seasons together: from settled boards, which never expire, and from open totals. */
@Service
public class AllTimeFigures {

    /**
     * @param seasons in how many seasons the learner has points
     * @param bestRank the best rank in a settled season; null: none
     */
    public record Figures(
            long points, int seasons, @Nullable Long bestRank) {}

    private final JdbcClient jdbc;
    private final Seasons seasons;

    AllTimeFigures(JdbcClient jdbc, Seasons seasons) {
        this.jdbc = jdbc;
        this.seasons = seasons;
    }

    /** By learner. Whoever has no points in any season is left out. */
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
                            row.getLong(1), new Figures(row.getLong(2), row.getInt(3), row.getObject(4, Long.class)));
                }));
        return figures;
    }

    /** The learners with the next higher ids who have a place or a total in any season, in the order of their ids. */
    public List<Long> learnersAfter(long learner, int limit) {
        var ofSeasons = each(season -> "(SELECT user_id FROM %s WHERE user_id > :learner ORDER BY user_id LIMIT :limit)"
                .formatted(table(season)));
        return ofSeasons
                .map(all -> jdbc.sql(
                                "SELECT DISTINCT user_id FROM (" + all + ") learners ORDER BY user_id LIMIT :limit")
                        .param("learner", learner)
                        .param("limit", limit)
                        .query((row, number) -> row.getLong(1))
                        .list())
                .orElse(List.of());
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
