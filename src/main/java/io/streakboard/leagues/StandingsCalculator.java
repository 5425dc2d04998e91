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

/** Gives the members of a week's cohorts their places and next tiers. */
@Component
@ConditionalOnBooleanProperty("streakboard.leagues.enabled")
class StandingsCalculator {

    /** How many move. */
    record Moves(long promoted, long demoted) {}

    private static final int COHORTS_A_PAGE = 20;

    private final Leagues leagues;
    private final MemberTable members;
    private final CohortTable cohorts;
    private final OpenWeeks open;

    StandingsCalculator(Leagues leagues, MemberTable members, CohortTable cohorts, OpenWeeks open) {
        this.leagues = leagues;
        this.members = members;
        this.cohorts = cohorts;
        this.open = open;
    }

    Moves place(Week week) {
        return goThrough(week, members::place);
    }

    /** What a week would give if it ended now. */
    Moves rehearse(Week week) {
        return goThrough(week, placed -> {});
    }

    private Moves goThrough(Week week, Consumer<List<Member>> work) {
        long promoted = 0;
        long demoted = 0;
        for (var page = cohorts.after(week, 0, COHORTS_A_PAGE);
                !page.isEmpty();
                page = cohorts.after(week, page.getLast().id(), COHORTS_A_PAGE)) {
            var cohorts = page;
            var placed = open.within(week, now -> {
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

    private List<Member> placed(List<Cohort> page) {
        return members.inOrder(page.stream().map(Cohort::id).toList()).stream()
                .collect(groupingBy(Member::cohort))
                .values()
                .stream()
                .flatMap(cohort -> leagues.placed(cohort).stream())
                .toList();
    }

    private long count(List<Member> placed, Move move) {
        return placed.stream().filter(member -> leagues.moved(member) == move).count();
    }

    WeekSums sums(Week week) {
        return members.sums(week);
    }

    /** What is wrong with a week that was placed; null if each member has a place and the sums are those of the ledger. */
    static @Nullable String mistake(TotalsSum ledger, WeekSums rows) {
        if (rows.wrongCohorts() > 0) {
            return rows.wrongCohorts() + " cohorts do not have each place once";
        }
        return rows.members() == ledger.learners() && rows.points() == ledger.points()
                ? null
                : "%d learners have %d points in cohorts, %d have %d in the ledger"
                        .formatted(rows.members(), rows.points(), ledger.learners(), ledger.points());
    }
}
