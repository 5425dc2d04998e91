package io.streakboard.points;

import io.streakboard.points.PointsTotals.TotalsSum;
import io.streakboard.points.ledger.LedgerTable;
import io.streakboard.season.Season;
import io.streakboard.season.Seasons;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.TodayFigures;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Predicate;
import org.springframework.stereotype.Component;

/** The points of the current season, and those of today beside those of other days at this hour. */
@Component
class PointsOfToday implements TodayFigures {

    /**
     * @param all the learners with points in the season, and their points
     * @param today the points of what happened today
     * @param yesterday likewise, until this hour of the day; 0 if its ledger is gone
     * @param weekAgo likewise
     */
    record SeasonPoints(String season, Instant endsAt, TotalsSum all, long today, long yesterday, long weekAgo) {}

    private static final int WEEK = 7;

    private final Seasons seasons;
    private final PointsSums sums;
    private final LedgerTable ledgers;
    private final BusinessTime time;

    PointsOfToday(Seasons seasons, PointsSums sums, LedgerTable ledgers, BusinessTime time) {
        this.seasons = seasons;
        this.sums = sums;
        this.ledgers = ledgers;
        this.time = time;
    }

    @Override
    public String section() {
        return "points";
    }

    /** Reads the ledger's rows of three days. */
    @Override
    public Duration freshFor() {
        return Duration.ofMinutes(10);
    }

    @Override
    public SeasonPoints figures() {
        var season = seasons.current();
        return new SeasonPoints(
                season.name(), season.endsAt(), sums.of(season.id()), earned(0), earned(1), earned(WEEK));
    }

    private long earned(int daysAgo) {
        var until = time.daysAgo(daysAgo);
        return seasons.opened(until)
                .filter(Predicate.not(Season::expired))
                .map(season -> ledgers.earned(season.id(), time.dayOf(until), until))
                .orElse(0L);
    }
}
