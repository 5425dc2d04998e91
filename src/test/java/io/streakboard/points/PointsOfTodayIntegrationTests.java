package io.streakboard.points;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.points.PointsTotals.TotalsSum;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Points of a past season of its own, and what of them came today. */
@IntegrationTest
class PointsOfTodayIntegrationTests {

    private final Api api;
    private final PointsTotals totals;
    private final PointsOfToday points;
    private final BusinessTime time;

    PointsOfTodayIntegrationTests(Api api, PointsTotals totals, PointsOfToday points, BusinessTime time) {
        this.api = api;
        this.totals = totals;
        this.points = points;
        this.time = time;
    }

    @Test
    void countsLearnersWhosePointsChangedToday() {
        lessons(Learners.next(), 2);
        lessons(Learners.next(), 1);
        long season = api.admin().actuator("/seasons/2003-03").at("/season/id").asLong();
        var ends = time.startOf(time.today().plusDays(1));

        assertThat(totals.changedOn(season, BusinessTime.NEVER)).isEqualTo(new TotalsSum(2, 30));
        assertThat(totals.changedOn(season, ends.minus(Duration.ofDays(1)))).isEqualTo(new TotalsSum(0, 0));
    }

    @Test
    void tellsTheCurrentSeason() {
        var figures = points.figures();

        assertThat(figures.season()).isEqualTo("2026-11");
        assertThat(figures.today().points()).isLessThanOrEqualTo(figures.all().points());
    }

    private void lessons(long learner, int number) {
        for (int lesson = 0; lesson < number; lesson++) {
            api.service()
                    .post(
                            "/api/activities",
                            Api.activities(List.of(
                                    Api.activity(learner, "LESSON", "lesson-" + lesson, "2003-03-10T02:00:00Z"))))
                    .has(200);
        }
    }
}
