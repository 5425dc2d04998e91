package io.streakboard.points;

import io.streakboard.identity.PersonalData;
import io.streakboard.points.PointsController.PointsRecord;
import io.streakboard.points.PointsHistory.Filter;
import java.util.ArrayList;
import org.springframework.stereotype.Component;

/** A learner's ledger in all seasons. */
@Component
class PointsPersonalData implements PersonalData {

    private static final int PAGE = 1_000;
    private static final Filter ALL = new Filter(null, null, null);

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
    public Object of(long learner) {
        var records = new ArrayList<PointsRecord>();
        var page = history.page(learner, ALL, null, PAGE);
        for (; !page.isEmpty(); page = history.page(learner, ALL, page.getLast().place(), PAGE)) {
            page.stream().map(PointsRecord::of).forEach(records::add);
        }
        return records;
    }
}
