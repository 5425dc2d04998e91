package io.streakboard.points;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.leaderboard.seasons.AllTimeFigures;
import io.streakboard.points.PointsByType.Paid;
import io.streakboard.season.Seasons;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** A season takes points from its first moment on, which is a while before the job opens it. */
@IntegrationTest
class FirstMomentsIntegrationTests {

    private final long learner = Learners.next();
    private final Api api;
    private final Seasons seasons;
    private final BusinessTime time;
    private final PointsByType byType;
    private final EarnedPoints earned;
    private final AllTimeFigures allTime;
    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;

    FirstMomentsIntegrationTests(
            Api api,
            Seasons seasons,
            BusinessTime time,
            PointsByType byType,
            EarnedPoints earned,
            AllTimeFigures allTime,
            JdbcClient jdbc,
            TransactionTemplate transactions) {
        this.api = api;
        this.seasons = seasons;
        this.time = time;
        this.byType = byType;
        this.earned = earned;
        this.allTime = allTime;
        this.jdbc = jdbc;
        this.transactions = transactions;
    }

    @Test
    void pointsCountBeforeTheirSeasonIsOpened() {
        var review = Api.activity(learner, "REVIEW", "r", time.now().toString());
        api.take(List.of(review));

        transactions.executeWithoutResult(beforeItIsOpened -> {
            jdbc.sql("UPDATE season SET state = 'UPCOMING' WHERE id = ?")
                    .param(seasons.current().id())
                    .update();
            beforeItIsOpened.setRollbackOnly();

            assertThat(byType.of(Set.of(learner), Set.of("REVIEW")))
                    .isEqualTo(Map.of(learner, Map.of("REVIEW", new Paid(1, 10))));
            assertThat(earned.sums(time.today(), time.today().plusDays(1), Set.of(learner)))
                    .isEqualTo(Map.of(learner, 10L));
            assertThat(allTime.of(Set.of(learner)).get(learner))
                    .satisfies(figures -> assertThat(figures.points()).isEqualTo(10));
        });
    }
}
