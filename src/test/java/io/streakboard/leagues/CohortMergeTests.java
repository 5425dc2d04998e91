package io.streakboard.leagues;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leagues.CohortMerge.Merge;
import io.streakboard.leagues.CohortTable.Cohort;
import java.util.List;
import org.junit.jupiter.api.Test;

class CohortMergeTests {

    private final Cohort three = new Cohort(1, "bronze", 4, 3);
    private final Cohort half = new Cohort(2, "bronze", 5, 15);
    private final Cohort five = new Cohort(3, "bronze", 7, 5);
    private final Cohort four = new Cohort(4, "bronze", 9, 4);
    private final Cohort silver = new Cohort(5, "silver", 9, 1);

    @Test
    void aSmallCohortJoinsTheNextBandOfItsTier() {
        assertThat(CohortMerge.plan(List.of(three, half, five, four, silver), 30))
                .containsExactly(new Merge(three, half), new Merge(five, four));
    }

    @Test
    void cohortsStayWithoutRoomOrNeed() {
        assertThat(CohortMerge.plan(List.of(new Cohort(1, "bronze", 4, 28), three), 30))
                .isEmpty();
        assertThat(CohortMerge.plan(List.of(half, new Cohort(6, "bronze", 6, 12)), 30))
                .isEmpty();
        assertThat(CohortMerge.plan(List.of(four, silver), 30)).isEmpty();
        assertThat(CohortMerge.plan(List.of(three), 30)).isEmpty();
    }
}
