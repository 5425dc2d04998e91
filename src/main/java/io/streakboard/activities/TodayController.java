package io.streakboard.activities;

import io.streakboard.identity.CurrentLearner;
import io.streakboard.identity.ForLearners;
import io.streakboard.points.PointsHistory;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.CallerLanguage;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The learner's points of today by type, and the cap of the day. */
@RestController
@ForLearners
class TodayController {

    /**
     * @param label the type for people
     * @param cap the most that a learner can get for the type today, with the bonus that runs now; null: no limit
     */
    record PointsOfType(
            String type, String label, int points, @Nullable Integer cap) {

        /** Every configured type, then other payments such as adjustments, so that the rows add up to all points. */
        static List<PointsOfType> of(PointsRules rules, Instant now, Map<String, Integer> points) {
            var configured = rules.types().stream()
                    .map(type -> new PointsOfType(
                            type.code(),
                            CallerLanguage.of(type.label()),
                            points.getOrDefault(type.code(), 0),
                            rules.dailyCap(type, now)));
            var others = new TreeMap<>(points)
                    .entrySet().stream()
                            .filter(type -> rules.type(type.getKey()).isEmpty())
                            .map(type -> new PointsOfType(
                                    type.getKey(), PointsType.labelOf(type.getKey()), type.getValue(), null));
            return Stream.concat(configured, others).toList();
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
     * Today's points. Every configured type with the points paid so far and the cap of the day; adjustments and rewards
     * if any. The total is the sum of all.
     */
    @GetMapping({"/api/points/today", "/api/learners/{learner}/points/today"})
    PointsToday today(CurrentLearner learner) {
        var points = history.today(learner.id());
        return new PointsToday(
                time.today(),
                points.values().stream().mapToInt(Integer::intValue).sum(),
                PointsOfType.of(types.current(), time.now(), points));
    }
}
