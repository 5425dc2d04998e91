package io.streakboard.leaderboard.seasons;

import static java.util.stream.Collectors.joining;

import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.ForLearners;
import io.streakboard.leaderboard.settled.BoardTable;
import io.streakboard.points.PointsTotals;
import io.streakboard.season.Season;
import io.streakboard.season.Season.State;
import io.streakboard.season.Seasons;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What a learner has got in all seasons together: from settled boards, which never expire, and from open totals. */
@RestController
@ForLearners
class AllTimeController {

    /** @param seasons in how many seasons the learner has points */
    record AllTime(long points, int seasons) {}

    private final JdbcClient jdbc;
    private final Seasons seasons;

    AllTimeController(JdbcClient jdbc, Seasons seasons) {
        this.jdbc = jdbc;
        this.seasons = seasons;
    }

    /** All points of the learner. Of all seasons, up to this moment. */
    @GetMapping({"/api/points/all-time", "/api/learners/{learner}/points/all-time"})
    AllTime allTime(CurrentLearner learner) {
        var ofSeasons = seasons.newestFirst().stream()
                .filter(season -> season.state() != State.UPCOMING)
                .map(season -> "SELECT points FROM " + table(season) + " WHERE user_id = :learner AND points > 0")
                .collect(joining(" UNION ALL "));
        return jdbc.sql("SELECT COALESCE(SUM(points), 0) AS points, COUNT(*) AS seasons FROM (" + ofSeasons
                        + ") totals")
                .param("learner", learner.id())
                .query(AllTime.class)
                .single();
    }

    private static String table(Season season) {
        return season.state() == State.SETTLED ? BoardTable.name(season.id()) : PointsTotals.table(season.id());
    }
}
