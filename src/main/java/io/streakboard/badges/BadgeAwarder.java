package io.streakboard.badges;

import static java.util.stream.Collectors.toSet;

import io.streakboard.badges.GivenTable.HeldLevel;
import io.streakboard.identity.DeletedLearners;
import io.streakboard.sharing.RetriedTransactions;
import io.streakboard.time.BusinessTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/**
 * Gives learners the badges whose conditions they meet. Learners with all levels cost one look-up by key. The key of
 * {@code badge_given} admits each badge once; on a duplicate key the transaction is retried.
 */
@Component
class BadgeAwarder {

    private final GivenTable given;
    private final LearnerStatistics statistics;
    private final DeletedLearners deleted;
    private final ApplicationEventPublisher events;
    private final RetriedTransactions transactions;
    private final BusinessTime time;

    BadgeAwarder(
            GivenTable given,
            LearnerStatistics statistics,
            DeletedLearners deleted,
            ApplicationEventPublisher events,
            RetriedTransactions transactions,
            BusinessTime time) {
        this.given = given;
        this.statistics = statistics;
        this.deleted = deleted;
        this.events = events;
        this.transactions = transactions;
        this.time = time;
    }

    /**
     * Gives in a transaction of its own. Returns how many were given.
     *
     * @param candidates the learners who may have reached a level of a badge
     */
    int give(Map<Badge, ? extends Collection<Long>> candidates) {
        var learners = new TreeSet<Long>();
        candidates.values().forEach(learners::addAll);
        if (learners.isEmpty()) {
            return 0;
        }
        var reached = reached(candidates, given.held(learners));
        return reached.isEmpty() ? 0 : transactions.execute(() -> write(reached));
    }

    /**
     * Gives a level regardless of the learner's statistics. A withdrawn level is given anew, with a new credential, and
     * not published again. Returns whether the learner has it.
     */
    boolean grant(long learner, Badge badge, long level) {
        var granted = List.of(new BadgeGiven.GivenLevel(learner, badge.name(), level, time.now()));
        return transactions.execute(() -> {
            if (given.releaseWithdrawn(learner, badge.name(), level)) {
                given.add(granted);
                return true;
            }
            return has(learner, badge.name(), level) || write(granted) == 1;
        });
    }

    /** Takes a level away, so that it is not given again. Returns whether the learner has, or had, the level. */
    boolean withdraw(long learner, String badge, long level) {
        return given.withdraw(learner, badge, level) || has(learner, badge, level);
    }

    private boolean has(long learner, String badge, long level) {
        return given.of(learner).stream().anyMatch(each -> each.badge().equals(badge) && each.level() == level);
    }

    private List<BadgeGiven.GivenLevel> reached(
            Map<Badge, ? extends Collection<Long>> candidates, Set<HeldLevel> held) {
        var criteria = new HashSet<Criterion>();
        var learners = new HashSet<Long>();
        candidates.forEach((badge, all) -> all.stream()
                .filter(learner -> isOpen(badge, learner, held))
                .forEach(learner -> {
                    criteria.add(badge.criterion());
                    learners.add(learner);
                }));
        if (learners.isEmpty()) {
            return List.of();
        }
        var values = statistics.of(criteria, learners);
        var now = time.now();
        var reached = new ArrayList<BadgeGiven.GivenLevel>();
        candidates.forEach((badge, all) -> new HashSet<>(all)
                .forEach(learner ->
                        badge
                                .reached(values.getOrDefault(badge.criterion(), Map.of())
                                        .get(learner))
                                .stream()
                                .filter(level -> !held.contains(new HeldLevel(learner, badge.name(), level)))
                                .forEach(level ->
                                        reached.add(new BadgeGiven.GivenLevel(learner, badge.name(), level, now)))));
        return reached;
    }

    private static boolean isOpen(Badge badge, long learner, Set<HeldLevel> held) {
        return badge.levels().stream().anyMatch(level -> !held.contains(new HeldLevel(learner, badge.name(), level)));
    }

    private int write(List<BadgeGiven.GivenLevel> reached) {
        var learners = reached.stream().map(BadgeGiven.GivenLevel::learner).collect(toSet());
        var refused = deleted.refused(learners);
        var held = given.held(learners);
        var badges = reached.stream()
                .filter(badge -> !refused.containsKey(badge.learner()))
                .filter(badge -> !held.contains(new HeldLevel(badge.learner(), badge.badge(), badge.level())))
                .toList();
        if (!badges.isEmpty()) {
            given.add(badges);
            events.publishEvent(new BadgeGiven(badges));
        }
        return badges.size();
    }
}
