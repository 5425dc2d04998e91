package io.streakboard.points;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.points.PointsController.PointsOfDay;
import io.streakboard.season.Seasons;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.support.Months;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** {@code GET /api/points/days} and {@code GET /api/points/ranks}. */
@IntegrationTest
class PointsByDayIntegrationTests {

    private final Api api;
    private final Seasons seasons;
    private final JdbcClient jdbc;

    PointsByDayIntegrationTests(Api api, Seasons seasons, JdbcClient jdbc) {
        this.api = api;
        this.seasons = seasons;
        this.jdbc = jdbc;
    }

    @Test
    void aDayHasItsPointsOfAllTypesAndSeasons() {
        long learner = Learners.next();
        review(learner, "2011-06-30T10:00:00Z", 2);
        review(learner, "2011-07-01T10:00:00Z", 1);
        review(learner, "2011-07-03T10:00:00Z", 3);
        api.take(List.of(Api.activity(learner, "NOTE", "n", "2011-07-03T11:00:00Z")));

        var days = api.learner(learner)
                .get("/api/points/days?from=2011-06-30&to=2011-07-03")
                .has(200);

        assertThat(days.each("items", "day")).containsExactly("2011-06-30", "2011-07-01", "2011-07-03");
        assertThat(days.each("items", "points")).containsExactly("20", "10", "33");
        assertThat(days.each("items", "level")).containsExactly("2", "1", "3");
        assertThat(days.at("/total").asInt()).isEqualTo(63);
        assertThat(days.at("/keptSince").asString()).isEqualTo("2011-06-30");
        assertThat(api.learner(learner)
                        .get("/api/points/days?from=2011-07-01&to=2011-07-02")
                        .at("/total")
                        .asInt())
                .isEqualTo(10);
    }

    @Test
    void theLastYearIsShownUnlessDaysAreNamed() {
        long learner = Learners.next();
        review(learner, "2026-11-18T01:00:00Z", 1);

        var days = api.learner(learner).get("/api/points/days").has(200);

        assertThat(days.at("/from").asString()).isEqualTo("2025-11-19");
        assertThat(days.at("/to").asString()).isEqualTo("2026-11-18");
        assertThat(days.each("items", "day")).containsExactly("2026-11-18");
    }

    @Test
    void levelsAreQuartersOfTheLearnersOwnDays() {
        var points = new TreeMap<LocalDate, Long>();
        var first = LocalDate.of(2011, 7, 1);
        IntStream.rangeClosed(1, 8).forEach(day -> points.put(first.plusDays(day), day * 10L));
        points.put(first, -5L);
        points.put(first.minusDays(1), 0L);

        assertThat(PointsOfDay.of(points)).extracting(PointsOfDay::level).containsExactly(0, 1, 1, 2, 2, 3, 3, 4, 4);

        points.replaceAll((day, old) -> 10L);
        assertThat(PointsOfDay.of(points)).extracting(PointsOfDay::level).containsOnly(1);
        assertThat(PointsOfDay.of(new TreeMap<>())).isEmpty();
    }

    /** Or all learners' points would be read for one learner. */
    @Test
    void aLearnersDaysAreFoundByTheKeyOfTheLedger() {
        review(Learners.next(), "2011-07-05T10:00:00Z", 1);
        long season = seasons.at(Instant.parse("2011-07-05T10:00:00Z")).id();
        jdbc.sql("""
                INSERT INTO points_record_%d (user_id, type, source_id, day, points, outcome, occurred_at, recorded_at)
                SELECT -1 - CAST(n.number AS SIGNED), 'NOTE', 'plan', '2011-07-05', 0, 'REFUSED', '2011-07-05 10:00:00', '2011-07-05 10:00:00'
                  FROM (SELECT ROW_NUMBER() OVER () AS number FROM information_schema.columns LIMIT 2000) n
                """.formatted(season)).update();

        var plan = jdbc.sql("""
                EXPLAIN SELECT day, SUM(points) FROM points_record_%d FORCE INDEX (PRIMARY)
                 WHERE user_id = 42 AND day BETWEEN '2011-07-01' AND '2011-07-31' GROUP BY day
                """.formatted(season)).query().singleRow();
        jdbc.sql("DELETE FROM points_record_%d WHERE user_id < 0".formatted(season))
                .update();

        assertThat(plan).containsEntry("key", "PRIMARY").containsEntry("type", "ref");
        assertThat(Long.parseLong(String.valueOf(plan.get("rows")))).isLessThan(10);
    }

    @Test
    void ranksAreOfSettledSeasons() {
        long first = Learners.next();
        long second = Learners.next();
        var month = Months.next();
        review(first, month + "-20T10:00:00Z", 2);
        review(second, month + "-21T10:00:00Z", 1);
        api.settle(month);

        var own = rank(month, second);

        assertThat(own.path("rank").asInt()).isGreaterThanOrEqualTo(2);
        assertThat(own.path("points").asInt()).isEqualTo(10);
        assertThat(own.path("learners").asInt()).isGreaterThanOrEqualTo(2);
        assertThat(own.path("reachedAt").asString()).isEqualTo(month + "-21T10:00:00Z");
        assertThat(rank(month, first).path("rank").asInt())
                .isLessThan(own.path("rank").asInt());
        var other = rank(month, Learners.next());
        assertThat(other.path("rank").isNull()).isTrue();
        assertThat(other.path("points").asInt()).isZero();
    }

    private JsonNode rank(YearMonth month, long learner) {
        return IntStream.rangeClosed(1, 5)
                .boxed()
                .flatMap(page -> api.learner(learner)
                        .get("/api/points/ranks?size=100&page=" + page)
                        .has(200)
                        .at("/items")
                        .valueStream())
                .filter(item -> item.at("/season/name").asString().equals(month.toString()))
                .findFirst()
                .orElseThrow();
    }

    private void review(long learner, String at, int count) {
        api.take(IntStream.range(0, count)
                .mapToObj(i -> Api.activity(learner, "REVIEW", at + i, at))
                .toList());
    }
}
