package io.streakboard.points;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.points.ledger.LedgerTable;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Months;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Points of a past season of its own, which were all sent today. */
@IntegrationTest
class PointsOfTodayIntegrationTests {

    private final YearMonth month = Months.next();
    private final LocalDate day = month.atDay(10);
    private final Api api;
    private final LedgerTable ledgers;
    private final PointsOfToday points;

    PointsOfTodayIntegrationTests(Api api, LedgerTable ledgers, PointsOfToday points) {
        this.api = api;
        this.ledgers = ledgers;
        this.points = points;
    }

    @Test
    void pointsCountForTheDayAndHourOfTheirEarning() {
        lesson(day + "T02:00:00Z");
        lesson(day + "T04:00:00Z");
        lesson(day.plusDays(1) + "T02:00:00Z");
        long season = api.admin().actuator("/seasons/" + month).at("/season/id").asLong();

        assertThat(earned(season, day, day + "T01:59:59Z")).isZero();
        assertThat(earned(season, day, day + "T02:00:00Z")).isEqualTo(10);
        assertThat(earned(season, day, day + "T10:00:00Z")).isEqualTo(20);
        assertThat(earned(season, day.plusDays(1), day.plusDays(1) + "T10:00:00Z"))
                .isEqualTo(10);
    }

    @Test
    void tellsTheCurrentSeason() {
        long before = points.figures().today();
        api.learner(Learners.next()).post("/api/sign-ins").has(201);

        await().untilAsserted(() -> assertThat(points.figures().today()).isGreaterThan(before));
        assertThat(points.figures().season()).isEqualTo("2026-11");
    }

    private long earned(long season, LocalDate day, String until) {
        return ledgers.earned(season, day, Instant.parse(until));
    }

    private void lesson(String at) {
        send(Learners.next(), at);
    }

    private void send(long learner, String at) {
        api.take(List.of(Api.activity(learner, "LESSON", "lesson-1", at)));
    }
}
