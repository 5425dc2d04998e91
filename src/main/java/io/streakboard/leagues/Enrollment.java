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
 * Puts learners into cohorts and updates their points of a week. Points are read from the ledger under the lock of the
 * member, so a call that is repeated or comes late changes nothing. A lock conflict is retried.
 */
@Component
@ConditionalOnBooleanProperty("streakboard.leagues.enabled")
class Enrollment {

    private record Bracket(String tier, int band) {}

    private static final int LEARNERS_A_PAGE = 500;
    private static final int COHORTS_A_PAGE = 20;

    private final Leagues leagues;
    private final MemberTable members;
    private final CohortTable cohorts;
    private final EarnedPoints earned;
    private final DeletedLearners deleted;
    private final WeekTable weeks;

    Enrollment(
            Leagues leagues,
            MemberTable members,
            CohortTable cohorts,
            EarnedPoints earned,
            DeletedLearners deleted,
            WeekTable weeks) {
        this.leagues = leagues;
        this.members = members;
        this.cohorts = cohorts;
        this.earned = earned;
        this.deleted = deleted;
        this.weeks = weeks;
    }

    /**
     * Syncs cohort members with the ledger: adds learners with points, removes deleted ones. Returns the ledger's sums.
     */
    TotalsSum enrollAll(Week week) {
        deleted.forEachIn(MemberTable.NAME, members::delete);
        long learners = 0;
        long points = 0;
        var question = week.question(leagues.types());
        var page = earned.learnersAfter(question, 0, LEARNERS_A_PAGE);
        while (!page.isEmpty()) {
            for (var each : enroll(week, page)) {
                learners++;
                points += each.points();
            }
            page = earned.learnersAfter(question, page.getLast(), LEARNERS_A_PAGE);
        }
        return new TotalsSum(learners, points);
    }

    /**
     * Counts the points of all members again. Drops points that the ledger does not have, such as points of a removed
     * type.
     */
    void recount(Week week) {
        var page = cohorts.after(week, 0, COHORTS_A_PAGE);
        while (!page.isEmpty()) {
            var learners = members.inOrder(page.stream().map(Cohort::id).toList()).stream()
                    .map(CohortMember::learner)
                    .collect(toSet());
            if (!learners.isEmpty()) {
                enroll(week, learners);
            }
            page = cohorts.after(week, page.getLast().id(), COHORTS_A_PAGE);
        }
    }

    /**
     * Returns the ledger's points of these learners, without deleted ones; empty if the week has ended.
     */
    Collection<Earned> enroll(Week week, Collection<Long> learners) {
        return weeks.whileOpen(week, now -> enrollOnce(now, learners)).orElse(List.of());
    }

    private Collection<Earned> enrollOnce(Week week, Collection<Long> learners) {
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

    private static Earned pointsOf(CohortMember member, Map<Long, Earned> now) {
        return now.getOrDefault(member.learner(), new Earned(member.learner(), 0, member.reachedAt()));
    }

    /** The tier is the result of the learner's last week, the activity band comes from its points. */
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
                            ? new Bracket(leagues.tier(""), ActivityBand.of(0))
                            : new Bracket(leagues.tier(before.tierAfter()), ActivityBand.of(before.points()));
                }))
                .forEach((bracket, all) -> fill(week, bracket, all));
    }

    private void fill(Week week, Bracket bracket, List<Earned> newcomers) {
        var left = new ArrayList<>(newcomers);
        while (!left.isEmpty()) {
            var cohort = cohorts.lockedWithRoom(week, bracket.tier(), bracket.band(), leagues.cohortSize())
                    .orElseGet(() -> cohorts.add(week, bracket.tier(), bracket.band()));
            var next = left.subList(0, Math.min(left.size(), leagues.cohortSize() - cohort.seats()));
            members.add(week, cohort.id(), cohort.seats(), bracket.tier(), List.copyOf(next));
            cohorts.give(cohort, next.size());
            next.clear();
        }
    }
}
