package io.streakboard.leagues;

import io.streakboard.leagues.CohortTable.Cohort;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.stereotype.Component;

/** Merges small cohorts of a tier with the cohort of the next activity band, to avoid cohorts of one. */
@Component
@ConditionalOnBooleanProperty("streakboard.leagues.enabled")
class CohortMerge {

    /** A cohort with fewer than a third of its seats taken is small. */
    private static final int SMALL = 3;

    /** @param from is empty afterwards */
    record Merge(Cohort from, Cohort into) {}

    private final CohortTable cohorts;
    private final MemberTable members;
    private final Leagues leagues;
    private final WeekTable weeks;

    CohortMerge(CohortTable cohorts, MemberTable members, Leagues leagues, WeekTable weeks) {
        this.cohorts = cohorts;
        this.members = members;
        this.leagues = leagues;
        this.weeks = weeks;
    }

    void merge(Week week) {
        int size = leagues.cohortSize();
        // A small cohort may also join a larger one that has room.
        plan(cohorts.small(week, size - 1), size)
                .forEach(merge -> weeks.whileOpen(week, now -> {
                    var locked = cohorts.locked(
                            List.of(merge.from().id(), merge.into().id()));
                    if (locked.contains(merge.from()) && locked.contains(merge.into())) { // neither has new members
                        members.move(
                                merge.from().id(),
                                merge.into().id(),
                                merge.into().seats());
                        cohorts.give(merge.into(), merge.from().seats());
                        cohorts.remove(List.of(merge.from().id()));
                    }
                    return merge;
                }));
    }

    /**
     * Each cohort takes part once.
     *
     * @param cohorts by tier and activity band
     */
    static List<Merge> plan(List<Cohort> cohorts, int size) {
        var merges = new ArrayList<Merge>();
        int i = 0;
        while (i + 1 < cohorts.size()) {
            var one = cohorts.get(i);
            var next = cohorts.get(i + 1);
            boolean small = Math.min(one.seats(), next.seats()) * SMALL < size;
            if (small && one.tier().equals(next.tier()) && one.seats() + next.seats() <= size) {
                merges.add(new Merge(one, next));
                i++;
            }
            i++;
        }
        return merges;
    }
}
