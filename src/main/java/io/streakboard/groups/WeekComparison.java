package io.streakboard.groups;

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

    /** Cache key: a different set of visible members misses. */
    private record ComparisonGroup(LocalDate day, Set<Long> shown) {}

    private static final Duration CACHE_TTL = Duration.ofMinutes(1);
    private static final int MAX_CACHED_LEARNERS = 200_000;

    /**
     * Reading the points costs most. The shown members are looked up for each caller: a learner may hide at any time.
     */
    private final Cache<ComparisonGroup, Long> medians = Caffeine.newBuilder()
            .expireAfterWrite(CACHE_TTL)
            .maximumWeight(MAX_CACHED_LEARNERS)
            .weigher((ComparisonGroup group, Long median) -> group.shown().size())
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
        var shown = shown(today, groups);
        var known = medians.getAll(shown.values(), visible -> medians(today, visible));
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
                                known.get(shown.get(seen.group().id()))))
                        .toList());
    }

    /** By group. Groups with too few members who are shown are left out. */
    private Map<Long, ComparisonGroup> shown(LocalDate day, List<ViewedGroup> groups) {
        var shown = new HashMap<Long, ComparisonGroup>();
        table.learners(groups.stream().map(seen -> seen.group().id()).toList()).forEach((group, members) -> {
            var visible = new ComparisonGroup(day, rankings.shown(members));
            if (!visible.shown().isEmpty()) {
                shown.put(group, visible);
            }
        });
        return shown;
    }

    private Map<ComparisonGroup, Long> medians(LocalDate day, Set<? extends ComparisonGroup> groups) {
        var all = groups.stream().flatMap(group -> group.shown().stream()).collect(toSet());
        var sums = weekUntil(day, all);
        return groups.stream()
                .collect(toMap(
                        group -> group,
                        group -> median(group.shown().stream()
                                .map(learner -> sums.getOrDefault(learner, 0L))
                                .toList())));
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
