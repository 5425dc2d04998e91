package io.streakboard.leagues;

import static java.util.stream.Collectors.groupingBy;

import io.streakboard.leagues.CohortTable.Cohort;
import io.streakboard.leagues.MemberTable.WeekSums;
import io.streakboard.leagues.PromotionZones.Move;
import io.streakboard.points.PointsTotals.TotalsSum;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.stereotype.Component;

/** Computes places and next tiers of the members of a week's cohorts. */
@Component
@ConditionalOnBooleanProperty("streakboard.leagues.enabled")
class StandingsCalculator {

    /** Numbers of moves. */
    record Moves(long promoted, long demoted) {}

    private static final int COHORTS_A_PAGE = 20;

    private final Leagues leagues;
    private final MemberTable members;
    private final CohortTable cohorts;
    private final WeekTable weeks;

    StandingsCalculator(Leagues leagues, MemberTable members, CohortTable cohorts, WeekTable weeks) {
        this.leagues = leagues;
        this.members = members;
        this.cohorts = cohorts;
        this.weeks = weeks;
    }

    Moves place(Week week) {
        return forEachPage(week, members::place);
    }

    /** Provisional results. */
    Moves rehearse(Week week) {
        return forEachPage(week, placed -> {});
    }

    private Moves forEachPage(Week week, Consumer<List<CohortMember>> work) {
        long promoted = 0;
        long demoted = 0;
        for (var page = cohorts.after(week, 0, COHORTS_A_PAGE);
                !page.isEmpty();
                page = cohorts.after(week, page.getLast().id(), COHORTS_A_PAGE)) {
            var cohorts = page;
            var placed = weeks.whileOpen(week, now -> {
                        var members = placed(cohorts);
                        work.accept(members);
                        return members;
                    })
                    .orElse(List.of());
            promoted += count(placed, Move.PROMOTED);
            demoted += count(placed, Move.DEMOTED);
        }
        return new Moves(promoted, demoted);
    }

    private List<CohortMember> placed(List<Cohort> page) {
        return members.inOrder(page.stream().map(Cohort::id).toList()).stream()
                .collect(groupingBy(CohortMember::cohort))
                .values()
                .stream()
                .flatMap(cohort -> leagues.placed(cohort).stream())
                .toList();
    }

    private long count(List<CohortMember> placed, Move move) {
        return placed.stream().filter(member -> leagues.moved(member) == move).count();
    }

    WeekSums sums(Week week) {
        return members.sums(week);
    }

    /** The first violated invariant, or null: each member has a place, and the sums equal the ledger's. */
    static @Nullable String violation(TotalsSum ledger, WeekSums rows) {
        if (rows.wrongCohorts() > 0) {
            return rows.wrongCohorts() + " cohorts do not have each place once";
        }
        return rows.members() == ledger.learners() && rows.points() == ledger.points()
                ? null
                : "%d learners have %d points in cohorts, %d have %d in the ledger"
                        .formatted(rows.members(), rows.points(), ledger.learners(), ledger.points());
    }
}
