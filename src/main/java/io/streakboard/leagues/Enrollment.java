package io.streakboard.leagues;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.leagues.CohortTable.Cohort;
import io.streakboard.points.EarnedPoints;
import io.streakboard.points.EarnedPoints.Earned;
import io.streakboard.points.PointsTotals.TotalsSum;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.stereotype.Component;

/**
 * Gives learners their seats and their points of a week. Points are read from the ledger under the lock of the member,
 * so a call that is repeated or comes late changes nothing. The loser of a race looks again.
 */
@Component
@ConditionalOnBooleanProperty("streakboard.leagues.enabled")
class Enrollment {

    private record Place(String tier, int pace) {}

    private static final int LEARNERS_A_PAGE = 500;
    private static final int COHORTS_A_PAGE = 20;

    private final Leagues leagues;
    private final MemberTable members;
    private final CohortTable cohorts;
    private final EarnedPoints earned;
    private final DeletedLearners deleted;
    private final OpenWeeks open;

    Enrollment(
            Leagues leagues,
            MemberTable members,
            CohortTable cohorts,
            EarnedPoints earned,
            DeletedLearners deleted,
            OpenWeeks open) {
        this.leagues = leagues;
        this.members = members;
        this.cohorts = cohorts;
        this.earned = earned;
        this.deleted = deleted;
        this.open = open;
    }

    /** Brings all who have points in a week to their seats, and takes away who was deleted. Returns what the ledger has. */
    TotalsSum seatAll(Week week) {
        deleted.forEachIn(MemberTable.NAME, members::delete);
        long learners = 0;
        long points = 0;
        var question = week.question(leagues.types());
        var page = earned.learnersAfter(question, 0, LEARNERS_A_PAGE);
        while (!page.isEmpty()) {
            for (var each : seat(week, page)) {
                learners++;
                points += each.points();
            }
            page = earned.learnersAfter(question, page.getLast(), LEARNERS_A_PAGE);
        }
        return new TotalsSum(learners, points);
    }

    /** Counts the points of all members again. Points that the ledger does not have, as of a type removed since, go. */
    void recount(Week week) {
        var page = cohorts.after(week, 0, COHORTS_A_PAGE);
        while (!page.isEmpty()) {
            var learners = members.inOrder(page.stream().map(Cohort::id).toList()).stream()
                    .map(Member::learner)
                    .collect(toSet());
            if (!learners.isEmpty()) {
                seat(week, learners);
            }
            page = cohorts.after(week, page.getLast().id(), COHORTS_A_PAGE);
        }
    }

    /**
     * Returns what the ledger has of these learners, without those who have been deleted; nothing if the week has ended.
     */
    Collection<Earned> seat(Week week, Collection<Long> learners) {
        return open.within(week, now -> seatOnce(now, learners)).orElse(List.of());
    }

    private Collection<Earned> seatOnce(Week week, Collection<Long> learners) {
        var known = members.locked(week, learners);
        var present = new HashSet<>(learners);
        present.removeAll(deleted.among(learners));
        var now = earned.of(week.question(leagues.types()), present);
        members.update(
                week,
                known.values().stream()
                        .filter(member ->
                                member.points() != pointsOf(member, now).points())
                        .map(member -> pointsOf(member, now))
                        .toList());
        enter(
                week,
                now.values().stream()
                        .filter(each -> !known.containsKey(each.learner()))
                        .sorted(comparing(Earned::learner))
                        .toList());
        return now.values();
    }

    private static Earned pointsOf(Member member, Map<Long, Earned> now) {
        return now.getOrDefault(member.learner(), new Earned(member.learner(), 0, member.reachedAt()));
    }

    /** The tier is what the last week has given, the pace what the learner did in it. */
    private void enter(Week week, List<Earned> newcomers) {
        if (newcomers.isEmpty()) {
            return;
        }
        var last = members.last(
                week, new TreeSet<>(newcomers.stream().map(Earned::learner).toList()));
        newcomers.stream()
                .collect(groupingBy(each -> {
                    var before = last.get(each.learner());
                    return before == null
                            ? new Place(leagues.tier(""), ActivityBand.of(0))
                            : new Place(leagues.tier(before.tierAfter()), ActivityBand.of(before.points()));
                }))
                .forEach((place, all) -> fill(week, place, all));
    }

    private void fill(Week week, Place place, List<Earned> newcomers) {
        var left = new ArrayList<>(newcomers);
        while (!left.isEmpty()) {
            var cohort = cohorts.lockedWithRoom(week, place.tier(), place.pace(), leagues.cohortSize())
                    .orElseGet(() -> cohorts.add(week, place.tier(), place.pace()));
            var next = left.subList(0, Math.min(left.size(), leagues.cohortSize() - cohort.seats()));
            members.add(week, cohort.id(), cohort.seats(), place.tier(), List.copyOf(next));
            cohorts.give(cohort, next.size());
            next.clear();
        }
    }
}
