package io.streakboard.activities;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.season.Seasons;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@IntegrationTest
class ActivityApiIntegrationTests {

    private static final Instant MORNING = Instant.parse("2026-11-18T01:00:00Z");

    private final Api api;
    private final Seasons seasons;

    ActivityApiIntegrationTests(Api api, Seasons seasons) {
        this.api = api;
        this.seasons = seasons;
    }

    @Test
    void aBatchReturnsAnOutcomeForEachActivity() {
        long learner = Learners.next();
        var closed = Instant.parse("2012-05-10T04:00:00Z");
        seasons.seal(seasons.at(closed).id());
        var batch = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < 8; i++) {
            batch.add(Api.activity(learner, "NOTE", "n" + i, MORNING.plusSeconds(i)));
        }
        batch.add(Api.activity(learner, "NOTE", "n0", MORNING));
        batch.add(Api.activity(learner, "REVIEW", "late", closed));
        batch.add(Api.activity(learner, "SIGN_IN", "2026-11-18", MORNING));
        batch.add(Api.activity(learner, "SIGN_IN", "2026-11-18", MORNING.plusSeconds(1)));
        batch.add(Api.activity(learner, "JUGGLING", "j", MORNING));
        batch.add(Api.activity(0, "REVIEW", "r", MORNING));
        batch.add(Api.activity(learner, "REVIEW", " ", MORNING));
        batch.add(Api.activity(learner, "SIGN_IN", "2026-11-17", MORNING));
        batch.add(Api.activity(learner, "REVIEW", "future", "2026-11-18T05:00:00Z"));
        batch.add(Api.activity(learner, "REVIEW", "past", "1969-12-31T15:59:59Z"));

        var results = api.take(batch);

        assertThat(results.each("results", "index"))
                .isEqualTo(IntStream.range(0, batch.size())
                        .mapToObj(Integer::toString)
                        .toList());
        assertThat(results.each("results", "outcome"))
                .containsExactly(
                        "AWARDED",
                        "AWARDED",
                        "AWARDED",
                        "AWARDED",
                        "AWARDED",
                        "AWARDED",
                        "CUT",
                        "REFUSED",
                        "DUPLICATE",
                        "LATE",
                        "AWARDED",
                        "DUPLICATE",
                        "INVALID",
                        "INVALID",
                        "INVALID",
                        "INVALID",
                        "INVALID",
                        "INVALID");
        assertThat(results.each("results", "points"))
                .containsExactly(
                        "3", "3", "3", "3", "3", "3", "2", "0", "0", "10", "10", "0", "0", "0", "0", "0", "0", "0");
        assertThat(results.each("results", "detail").subList(12, 18))
                .satisfiesExactly(
                        detail -> assertThat(detail).startsWith("type: ").contains("JUGGLING"),
                        detail -> assertThat(detail).startsWith("learner: "),
                        detail -> assertThat(detail).startsWith("sourceId: "),
                        detail -> assertThat(detail).startsWith("sourceId: ").contains("2026-11-18"),
                        detail -> assertThat(detail).startsWith("occurredAt: ").contains("future"),
                        detail -> assertThat(detail).startsWith("occurredAt: ").contains("first season"));

        var caller = api.learner(learner);
        await().untilAsserted(() -> {
            var today = caller.get("/api/points/today").has(200);
            assertThat(today.at("/total").asInt()).isEqualTo(30);
            assertThat(today.at("/day").asString()).isEqualTo("2026-11-18");
            assertThat(today.each("types", "type")).containsExactly("SIGN_IN", "LESSON", "QUESTION", "NOTE", "REVIEW");
            assertThat(today.each("types", "points")).containsExactly("10", "0", "0", "20", "0");
            assertThat(today.at("/types/3/cap").asInt()).isEqualTo(20);
            assertThat(today.at("/types/0/cap").isNull()).isTrue();
        });
        await().untilAsserted(() -> assertThat(
                        caller.get("/api/points/summary").at("/points").asInt())
                .isEqualTo(40));
        assertThat(caller.get("/api/points/summary").at("/rank").asInt()).isPositive();
        assertThat(caller.get("/api/points/records?limit=100&type=NOTE").each("items", "outcome"))
                .containsExactly("REFUSED", "CUT", "AWARDED", "AWARDED", "AWARDED", "AWARDED", "AWARDED", "AWARDED");
    }

    @Test
    void aMalformedBatchNamesTheFieldOfTheItem() {
        var service = api.service();
        long learner = Learners.next();

        service.post("/api/activities", "{").isInvalid("body");
        service.post("/api/activities", "").isInvalid("body");
        service.post("/api/activities", "[]").isInvalid("body");
        service.post("/api/activities", "{}").isInvalid("activities");
        service.post("/api/activities", Map.of("activities", List.of())).isInvalid("activities");
        service.post("/api/activities", Api.activities(List.of(Map.of("learner", "abc"))))
                .isInvalid("activities[0].learner");
        service.post("/api/activities", Api.activities(List.of(Api.activity(learner, "REVIEW", "r", "yesterday"))))
                .isInvalid("activities[0].occurredAt");
        service.post(
                        "/api/activities",
                        Api.activities(List.of(Map.of("type", "REVIEW", "sourceId", "r", "occurredAt", MORNING))))
                .isInvalid("activities[0].learner");
    }

    @Test
    void aThousandActivitiesMayComeAtOnceAndNoMore() {
        long learner = Learners.next();
        var service = api.service();

        assertThat(service.post("/api/activities", notes(learner, 1000))
                        .has(200)
                        .at("/results")
                        .size())
                .isEqualTo(1000);
        service.post("/api/activities", notes(learner, 1001)).isInvalid("activities");
    }

    private static Map<String, Object> notes(long learner, int count) {
        return Api.activities(IntStream.range(0, count)
                .mapToObj(i -> Api.activity(learner, "NOTE", "n" + i, MORNING))
                .toList());
    }

    private void post(long learner, String prefix, Instant at, int count) {
        api.take(IntStream.range(0, count)
                .mapToObj(i -> Api.activity(learner, "REVIEW", prefix + i, at.plusSeconds(i)))
                .toList());
    }
}
