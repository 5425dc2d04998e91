package io.streakboard.points;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;

import io.streakboard.points.Posting.DayOfType;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * What some learners do around a few midnights, each activity with a source id of its own within its month, and what they must get for it:
 * for each day and type what their activities are worth, up to the cap, in whatever order and however often they come.
 */
record Deeds(ZoneId zone, List<Activity> activities) {

    static final PointsTypes TYPES = new PointsTypes(new PointsProperties(List.of(), Duration.ZERO));
    static final int LEARNERS = 3;

    private static final List<String> CODES = List.of("LESSON", "QUESTION", "NOTE", "REVIEW");
    private static final int HOURS_AROUND_MIDNIGHT = 3;

    /** @param days those about whose beginning learners are busy */
    static Arbitrary<Deeds> around(ZoneId zone, List<LocalDate> days) {
        var instants = Combinators.combine(
                        Arbitraries.of(days),
                        Arbitraries.longs()
                                .between(-HOURS_AROUND_MIDNIGHT * 3_600_000L, HOURS_AROUND_MIDNIGHT * 3_600_000L))
                .as((day, millis) -> day.atStartOfDay(zone).toInstant().plusMillis(millis));
        return Combinators.combine(Arbitraries.longs().between(1, LEARNERS), Arbitraries.of(CODES), instants)
                .as((learner, type, at) -> new Activity(learner, type, "", at))
                .list()
                .ofMinSize(1)
                .ofMaxSize(60)
                .map(activities -> new Deeds(zone, numbered(zone, activities)));
    }

    /** Every month has the same source ids. */
    private static List<Activity> numbered(ZoneId zone, List<Activity> activities) {
        var last = new HashMap<YearMonth, Integer>();
        return activities.stream()
                .map(activity -> {
                    var month = YearMonth.from(LocalDate.ofInstant(activity.occurredAt(), zone));
                    int number = last.merge(month, 1, Integer::sum);
                    return new Activity(activity.learner(), activity.type(), "s" + number, activity.occurredAt());
                })
                .toList();
    }

    Deeds by(Function<Long, Long> learners) {
        return new Deeds(
                zone,
                activities.stream()
                        .map(activity -> new Activity(
                                learners.apply(activity.learner()),
                                activity.type(),
                                activity.sourceId(),
                                activity.occurredAt()))
                        .toList());
    }

    /** All of them, some or all again, in any order and in batches of any size. */
    List<List<Activity>> delivered(Random random) {
        var deliveries = new ArrayList<>(activities);
        deliveries.addAll(activities.subList(0, random.nextInt(activities.size() + 1)));
        Collections.shuffle(deliveries, random);
        var batches = new ArrayList<List<Activity>>();
        for (int from = 0, to; from < deliveries.size(); from = to) {
            to = Math.min(from + 1 + random.nextInt(12), deliveries.size());
            batches.add(deliveries.subList(from, to));
        }
        return batches;
    }

    /** What must be paid, without days and types for which there is nothing. */
    Map<DayOfType, Long> worth() {
        var worth = activities.stream()
                .collect(groupingBy(this::dayOfType, summingLong(activity -> TYPES.worth(activity.type()))));
        worth.replaceAll((day, points) -> {
            var cap = TYPES.cap(day.type()).cap();
            return cap == null ? points : Math.min(points, cap);
        });
        return worth;
    }

    private DayOfType dayOfType(Activity activity) {
        return new DayOfType(activity.learner(), day(activity.occurredAt()), activity.type());
    }

    LocalDate day(Instant instant) {
        return LocalDate.ofInstant(instant, zone);
    }
}
