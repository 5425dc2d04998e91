package io.streakboard.groups;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static java.util.stream.Gatherers.windowFixed;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.streakboard.groups.LearnerGroup.ViewedGroup;
import io.streakboard.leaderboard.rankings.GroupRankings;
import io.streakboard.points.EarnedPoints;
import io.streakboard.time.BusinessTime;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Compares this week's points of a learner with last week and with the learner's groups. Weeks begin on Mondays. */
@Component
class WeekComparison {

    /** Other boards do not keep scores by day. */
    static final String BOARD = "points";

    /** Limits the answer: each group may have a thousand members. */
    private static final int MAX_GROUPS = 20;

    private static final int MAX_BATCH = 1_000;

    /** @param median of this week's points; null if too few members are shown to others */
    record ComparedGroup(
            long id, String name, int members, @Nullable Long median) {}

    /**
     * @param day today: both weeks end with this weekday
     * @param thisWeek points from Monday to today, deductions too
     * @param lastWeek points from the Monday before to the same weekday
     * @param groups the first twenty that the learner is in, by id
     */
    record ComparedWeeks(String board, LocalDate day, long thisWeek, long lastWeek, List<ComparedGroup> groups) {}

    /** @param shown the members whose points it is made of */
    private record GroupMedian(
            LocalDate day, Set<Long> shown, @Nullable Long median) {}

    private static final Duration CACHE_TTL = Duration.ofMinutes(1);
    private static final int MAX_CACHED_LEARNERS = 200_000;

    /**
     * By group, so that a call reads neither members nor points again. Whether all these members are still shown is
     * looked up for each caller: a learner may hide at any time.
     */
    private final Cache<Long, GroupMedian> medians = Caffeine.newBuilder()
            .expireAfterWrite(CACHE_TTL)
            .maximumWeight(MAX_CACHED_LEARNERS)
            .weigher((Long group, GroupMedian median) -> 1 + median.shown().size())
            .build();

    private final GroupTable table;
    private final GroupRankings rankings;
    private final EarnedPoints points;
    private final GroupProperties properties;
    private final BusinessTime time;

    WeekComparison(
            GroupTable table,
            GroupRankings rankings,
            EarnedPoints points,
            GroupProperties properties,
            BusinessTime time) {
        this.table = table;
        this.rankings = rankings;
        this.points = points;
        this.properties = properties;
        this.time = time;
    }

    ComparedWeeks of(long learner) {
        var today = time.today();
        var before = today.minusWeeks(1);
        var groups = properties.enabled() ? table.seenBy(learner, 0, MAX_GROUPS) : List.<ViewedGroup>of();
        var known =
                medians(today, groups.stream().map(seen -> seen.group().id()).toList());
        return new ComparedWeeks(
                BOARD,
                today,
                weekUntil(today, Set.of(learner)).getOrDefault(learner, 0L),
                weekUntil(before, Set.of(learner)).getOrDefault(learner, 0L),
                groups.stream()
                        .map(seen -> new ComparedGroup(
                                seen.group().id(),
                                seen.group().name(),
                                seen.members(),
                                requireNonNull(known.get(seen.group().id())).median()))
                        .toList());
    }

    /** Has an entry for each group. */
    private Map<Long, GroupMedian> medians(LocalDate day, List<Long> groups) {
        var known = new HashMap<>(medians.getAllPresent(groups));
        known.values().removeIf(median -> !median.day().equals(day) || !areShown(median.shown()));
        var read = read(
                day, groups.stream().filter(group -> !known.containsKey(group)).toList());
        medians.putAll(read);
        known.putAll(read);
        return known;
    }

    private boolean areShown(Set<Long> learners) {
        return rankings.shown(learners).size() == learners.size();
    }

    private Map<Long, GroupMedian> read(LocalDate day, List<Long> groups) {
        var shown = new HashMap<Long, Set<Long>>();
        table.learners(groups).forEach((group, members) -> shown.put(group, rankings.shown(members)));
        var sums = weekUntil(day, shown.values().stream().flatMap(Set::stream).collect(toSet()));
        return groups.stream()
                .collect(toMap(group -> group, group -> median(day, shown.getOrDefault(group, Set.of()), sums)));
    }

    private static GroupMedian median(LocalDate day, Set<Long> shown, Map<Long, Long> sums) {
        var points =
                shown.stream().map(learner -> sums.getOrDefault(learner, 0L)).toList();
        return new GroupMedian(day, shown, points.isEmpty() ? null : median(points));
    }

    /** The points of a week up to one of its days. */
    private Map<Long, Long> weekUntil(LocalDate day, Set<Long> learners) {
        var monday = day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        var sums = new HashMap<Long, Long>();
        learners.stream()
                .gather(windowFixed(MAX_BATCH))
                .forEach(some -> sums.putAll(points.sums(monday, day.plusDays(1), some)));
        return sums;
    }

    /** The mean of the two middle values, rounded down, if there are two. */
    static long median(Collection<Long> values) {
        var sorted = new ArrayList<>(values);
        sorted.sort(null);
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : Math.floorDiv(sorted.get(middle - 1) + sorted.get(middle), 2);
    }
}
