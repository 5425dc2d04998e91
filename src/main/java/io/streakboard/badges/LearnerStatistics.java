package io.streakboard.badges;

import static java.util.stream.Collectors.toSet;

import io.streakboard.badges.Criterion.BestRank;
import io.streakboard.badges.Criterion.CountOf;
import io.streakboard.badges.Criterion.DaysSigned;
import io.streakboard.badges.Criterion.LeagueWeeks;
import io.streakboard.badges.Criterion.LeagueWins;
import io.streakboard.badges.Criterion.LongestStreak;
import io.streakboard.badges.Criterion.Points;
import io.streakboard.badges.Criterion.PointsOf;
import io.streakboard.badges.Criterion.Titles;
import io.streakboard.leaderboard.seasons.AllTimeFigures;
import io.streakboard.leagues.LeagueFigures;
import io.streakboard.leagues.TierFigures;
import io.streakboard.points.PointsByType;
import io.streakboard.points.PointsByType.Paid;
import io.streakboard.rewards.PrizeTable;
import io.streakboard.signin.SignedDays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Values of criteria for many learners: one statement for each kind of criterion. */
@Component
class LearnerStatistics {

    private final SignedDays signedDays;
    private final PointsByType types;
    private final AllTimeFigures allTime;
    private final PrizeTable prizes;
    private final LeagueFigures leagues;

    LearnerStatistics(
            SignedDays signedDays,
            PointsByType types,
            AllTimeFigures allTime,
            PrizeTable prizes,
            LeagueFigures leagues) {
        this.signedDays = signedDays;
        this.types = types;
        this.allTime = allTime;
        this.prizes = prizes;
        this.leagues = leagues;
    }

    /** The values by learner. Learners without a value are left out. */
    Map<Criterion, Map<Long, Long>> of(Set<Criterion> criteria, Collection<Long> learners) {
        var days = has(criteria, DaysSigned.class, LongestStreak.class)
                ? signedDays.of(learners)
                : Map.<Long, SignedDays.DayTotals>of();
        var totals = has(criteria, Points.class, BestRank.class)
                ? allTime.of(learners)
                : Map.<Long, AllTimeFigures.AllTimeTotals>of();
        var titles = has(criteria, Titles.class) ? prizes.titles(learners) : Map.<Long, List<String>>of();
        var weeks = has(criteria, LeagueWeeks.class, LeagueWins.class)
                ? leagues.of(learners)
                : Map.<Long, List<TierFigures>>of();
        var paid = paid(criteria, learners);
        var values = new HashMap<Criterion, Map<Long, Long>>();
        for (var criterion : criteria) {
            values.put(
                    criterion,
                    switch (criterion) {
                        case DaysSigned _ -> values(days, each -> (long) each.days());
                        case LongestStreak _ -> values(days, each -> (long) each.longestStreak());
                        case Points _ -> values(totals, AllTimeFigures.AllTimeTotals::points);
                        case BestRank _ -> values(totals, AllTimeFigures.AllTimeTotals::bestRank);
                        case PointsOf points ->
                            values(paid, each -> of(each, points.type()).points());
                        case CountOf count ->
                            values(paid, each -> of(each, count.type()).activities());
                        case Titles titled ->
                            values(
                                    titles,
                                    each -> each.stream()
                                            .filter(title -> titled.title() == null
                                                    || titled.title().equals(title))
                                            .count());
                        case LeagueWeeks inLeague ->
                            values(weeks, each -> sum(each, inLeague.tier(), TierFigures::weeks));
                        case LeagueWins inLeague -> values(weeks, each -> sum(each, inLeague.tier(), TierFigures::won));
                    });
        }
        return values;
    }

    /** The next page of learner ids with statistics. */
    List<Long> learnersAfter(long learner, int limit) {
        return Stream.concat(
                        signedDays.learnersAfter(learner, limit).stream(),
                        allTime.learnersAfter(learner, limit).stream())
                .sorted()
                .distinct()
                .limit(limit)
                .toList();
    }

    private Map<Long, Map<String, Paid>> paid(Set<Criterion> criteria, Collection<Long> learners) {
        var asked = criteria.stream()
                .flatMap(criterion -> criterion.pointsType().stream())
                .collect(toSet());
        return asked.isEmpty() ? Map.of() : types.of(learners, asked);
    }

    private static long sum(List<TierFigures> weeks, @Nullable String tier, ToLongFunction<TierFigures> figure) {
        return weeks.stream()
                .filter(each -> tier == null || tier.equals(each.tier()))
                .mapToLong(figure)
                .sum();
    }

    private static Paid of(Map<String, Paid> paid, String type) {
        return paid.getOrDefault(type, new Paid(0, 0));
    }

    @SafeVarargs
    private static boolean has(Set<Criterion> criteria, Class<? extends Criterion>... kinds) {
        return criteria.stream().anyMatch(criterion -> Stream.of(kinds).anyMatch(kind -> kind.isInstance(criterion)));
    }

    private static <T> Map<Long, Long> values(Map<Long, T> found, Function<T, @Nullable Long> value) {
        var values = new HashMap<Long, Long>();
        found.forEach((learner, each) -> {
            var number = value.apply(each);
            if (number != null) {
                values.put(learner, number);
            }
        });
        return values;
    }
}
