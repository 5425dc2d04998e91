package io.streakboard.activities;

import io.streakboard.activities.TodayController.PointsOfType;
import io.streakboard.identity.LearnerFacts;
import io.streakboard.points.PointsHistory;
import io.streakboard.time.BusinessTime;
import java.time.LocalDate;
import java.util.List;
import org.springframework.stereotype.Component;

/** A learner's use of the day's caps. */
@Component
class LearnerToday implements LearnerFacts {

    record TodayFacts(LocalDate day, List<PointsOfType> types) {}

    private final PointsHistory history;
    private final PointsTypes types;
    private final BusinessTime time;

    LearnerToday(PointsHistory history, PointsTypes types, BusinessTime time) {
        this.history = history;
        this.types = types;
        this.time = time;
    }

    @Override
    public String section() {
        return "today";
    }

    @Override
    public Object of(long learner) {
        return new TodayFacts(time.today(), PointsOfType.of(types.current(), time.now(), history.today(learner)));
    }
}
