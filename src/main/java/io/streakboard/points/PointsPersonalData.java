package io.streakboard.points;

import io.streakboard.identity.PersonalData;
import io.streakboard.points.PointsController.PointsRecord;
import io.streakboard.points.PointsHistory.SeasonEntry;
import io.streakboard.points.ledger.LedgerTable.EntryFilter;
import io.streakboard.points.ledger.LedgerTable.EntryPosition;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** A learner's ledger in all seasons. */
@Component
class PointsPersonalData implements PersonalData {

    private static final int PAGE = 1_000;
    private static final EntryFilter ALL = new EntryFilter(null, null, null);

    private final PointsHistory history;

    PointsPersonalData(PointsHistory history) {
        this.history = history;
    }

    @Override
    public String section() {
        return "points";
    }

    @Override
    public boolean knows(long learner) {
        return !history.page(learner, ALL, null, 1).isEmpty();
    }

    /** The ledger, newest first. It also has late activities and the adjustments of admins. */
    @Override
    public Stream<PointsRecord> of(long learner) {
        return Stream.iterate(
                        page(learner, null),
                        page -> !page.isEmpty(),
                        page -> page(learner, page.getLast().position()))
                .flatMap(List::stream)
                .map(PointsRecord::of);
    }

    private List<SeasonEntry> page(long learner, @Nullable EntryPosition after) {
        return history.page(learner, ALL, after, PAGE);
    }
}
