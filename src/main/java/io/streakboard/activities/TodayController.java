package io.streakboard.activities;

import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.ForLearners;
import io.streakboard.points.PointsHistory;
import io.streakboard.time.BusinessTime;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The points that a learner has got today for each type, and the cap of the day. */
@RestController
@ForLearners
class TodayController {

    record PointsOfType(String type, int points, @Nullable Integer cap) {

        /** Every configured type, with its part of the points by type. */
        static List<PointsOfType> of(PointsTypes types, Map<String, Integer> points) {
            return types.all().stream()
                    .map(type -> new PointsOfType(type.code(), points.getOrDefault(type.code(), 0), type.dailyCap()))
                    .toList();
        }
    }

    record PointsToday(LocalDate day, int total, List<PointsOfType> types) {}

    private final PointsHistory history;
    private final PointsTypes types;
    private final BusinessTime time;

    TodayController(PointsHistory history, PointsTypes types, BusinessTime time) {
        this.history = history;
        this.types = types;
        this.time = time;
    }

    /**
     * Today's points. Every configured type, with what is paid so far and the cap of the day; the total has
     * adjustments, too.
     */
    @GetMapping({"/api/points/today", "/api/learners/{learner}/points/today"})
    PointsToday today(CurrentLearner learner) {
        var points = history.today(learner.id());
        return new PointsToday(
                time.today(),
                points.values().stream().mapToInt(Integer::intValue).sum(),
                PointsOfType.of(types, points));
    }
}
