package io.streakboard.points;

import io.streakboard.points.PointsTotals.TotalsSum;
import io.streakboard.season.Seasons;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.TodayFigures;
import java.time.Duration;
import java.time.Instant;
import org.springframework.stereotype.Component;

/** The points of the current season, and how many of them came today. */
@Component
class PointsOfToday implements TodayFigures {

    /**
     * @param all the learners with points in the season, and their points
     * @param today the learners whose points changed today, and by how much
     */
    record SeasonPoints(String season, Instant endsAt, TotalsSum all, TotalsSum today) {}

    private final Seasons seasons;
    private final PointsTotals totals;
    private final PointsSums sums;
    private final BusinessTime time;

    PointsOfToday(Seasons seasons, PointsTotals totals, PointsSums sums, BusinessTime time) {
        this.seasons = seasons;
        this.totals = totals;
        this.sums = sums;
        this.time = time;
    }

    @Override
    public String section() {
        return "points";
    }

    /** The points of today take a pass over the season's totals. */
    @Override
    public Duration freshFor() {
        return Duration.ofMinutes(10);
    }

    @Override
    public SeasonPoints figures() {
        var season = seasons.current();
        return new SeasonPoints(
                season.name(),
                season.endsAt(),
                sums.of(season.id()),
                totals.changedOn(season.id(), time.dayEndsWithin(season.endsAt())));
    }
}
