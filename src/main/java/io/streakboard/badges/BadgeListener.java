package io.streakboard.badges;

import io.streakboard.badges.Criterion.CountOf;
import io.streakboard.badges.Criterion.DaysSigned;
import io.streakboard.badges.Criterion.LongestStreak;
import io.streakboard.badges.Criterion.Points;
import io.streakboard.badges.Criterion.PointsOf;
import io.streakboard.points.PointsAwarded;
import io.streakboard.points.PointsAwarded.Award;
import io.streakboard.points.opening.BalancesOpened;
import io.streakboard.signin.SignIn;
import io.streakboard.signin.SignInsRecorded;
import io.streakboard.time.BusinessTime;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;

/**
 * Awards badges shortly after the event that earns them. An event only names learners whose statistics may have
 * changed: the values are read, so events may come twice and in any order. The listeners open no transaction, as each
 * try of {@link BadgeAwarder} has its own. Ranks and titles are left to {@link BadgeRun}.
 */
@Component
class BadgeListener {

    /** Otherwise the registry stores nothing for this listener. */
    private static final String LISTENS = "@badgeSection.listens()";

    private final BadgeSection badges;
    private final BadgeAwarder awarder;
    private final BusinessTime time;

    BadgeListener(BadgeSection badges, BadgeAwarder awarder, BusinessTime time) {
        this.badges = badges;
        this.awarder = awarder;
        this.time = time;
    }

    @ApplicationModuleListener(condition = LISTENS, propagation = Propagation.NOT_SUPPORTED)
    void on(SignInsRecorded recorded) {
        var today = time.today();
        awarder.give(
                candidates(recorded.signIns(), SignIn::learner, (badge, signIn) -> mayAward(badge, signIn, today)));
    }

    @ApplicationModuleListener(condition = LISTENS, propagation = Propagation.NOT_SUPPORTED)
    void on(PointsAwarded awarded) {
        awarder.give(candidates(awarded.awards(), Award::learner, BadgeListener::mayAward));
    }

    @ApplicationModuleListener(condition = LISTENS, propagation = Propagation.NOT_SUPPORTED)
    void on(BalancesOpened opened) {
        awarder.give(candidates(
                List.copyOf(opened.learners()),
                Long::longValue,
                (badge, learner) -> badge.criterion() instanceof Points));
    }

    private <T> Map<Badge, Set<Long>> candidates(
            List<T> events, ToLongFunction<T> learner, BiPredicate<Badge, T> mayAward) {
        badges.refresh();
        var candidates = new HashMap<Badge, Set<Long>>();
        for (var badge : badges.all()) {
            candidates.put(
                    badge,
                    events.stream()
                            .filter(event -> mayAward.test(badge, event))
                            .map(learner::applyAsLong)
                            .collect(Collectors.toSet()));
        }
        return candidates;
    }

    /** A streak up to today is as long as the sign-in says. An earlier day may join two streaks. */
    private static boolean mayAward(Badge badge, SignIn signIn, LocalDate today) {
        return switch (badge.criterion()) {
            case DaysSigned _ -> true;
            case LongestStreak _ ->
                signIn.day().isBefore(today)
                        || signIn.streak() >= badge.levels().getFirst();
            default -> false;
        };
    }

    private static boolean mayAward(Badge badge, Award award) {
        return award.points() > 0
                && switch (badge.criterion()) {
                    case Points _ -> true;
                    case PointsOf points -> points.type().equals(award.type());
                    case CountOf count -> count.type().equals(award.type());
                    default -> false;
                };
    }
}
