package io.streakboard.points;

import io.streakboard.identity.LearnerFacts;
import io.streakboard.points.AdjustmentController.AdjustmentRecord;
import io.streakboard.points.Adjustments.AdjustmentPosition;
import io.streakboard.points.PointsController.PointsRecord;
import io.streakboard.points.ledger.LedgerTable.EntryFilter;
import io.streakboard.season.Seasons;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The learner's total in the current season, and the latest ledger entries. */
@Component
class LearnerPoints implements LearnerFacts {

    /**
     * @param points the total in MySQL, which the board follows
     * @param records the latest entries of all seasons, including late and refused ones
     * @param adjustments the latest ones, of all seasons
     */
    record PointsFacts(
            String season,
            long points,
            @Nullable Instant reachedAt,
            List<PointsRecord> records,
            List<AdjustmentRecord> adjustments) {}

    private static final EntryFilter ALL = new EntryFilter(null, null, null);

    private final Seasons seasons;
    private final PointsTotals totals;
    private final PointsHistory history;
    private final Adjustments adjustments;

    LearnerPoints(Seasons seasons, PointsTotals totals, PointsHistory history, Adjustments adjustments) {
        this.seasons = seasons;
        this.totals = totals;
        this.history = history;
        this.adjustments = adjustments;
    }

    @Override
    public String section() {
        return "points";
    }

    @Override
    public Object of(long learner) {
        var season = seasons.current();
        var total = totals.of(season.id(), learner);
        return new PointsFacts(
                season.name(),
                total.map(Total::points).orElse(0L),
                total.map(Total::reachedAt).orElse(null),
                history.page(learner, ALL, null, MOST).stream()
                        .map(PointsRecord::of)
                        .toList(),
                adjustments.newestFirst(learner, null, AdjustmentPosition.NEWEST, MOST).stream()
                        .map(AdjustmentRecord::of)
                        .toList());
    }
}
