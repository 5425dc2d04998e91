package io.streakboard.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Days that admins give back. */
@IntegrationTest
class GivenBackIntegrationTests {

    private final Api api;
    private final long learner = Learners.next();

    GivenBackIntegrationTests(Api api) {
        this.api = api;
    }

    @Test
    void needsNoMakeUpToBeLeft() {
        var own = api.learner(learner);
        for (var day : List.of("2026-11-05", "2026-11-06", "2026-11-07")) {
            own.post("/api/sign-ins/make-ups", Map.of("day", day)).has(201);
        }
        own.post("/api/sign-ins/make-ups", Map.of("day", "2026-11-17")).isProblem(409, "make-up-quota-exhausted");
        own.post("/api/sign-ins").has(201);

        var given = giveBack("2026-11-17").has(201);
        assertThat(given.at("/newlySigned").asBoolean()).isTrue();
        assertThat(given.at("/streak").asInt()).isEqualTo(2);
        assertThat(given.at("/longestStreak").asInt()).isEqualTo(3);
        assertThat(given.at("/points").asInt()).isEqualTo(10);
        assertThat(giveBack("2026-11-17").has(200).at("/newlySigned").asBoolean())
                .isFalse();

        var calendar = own.get("/api/sign-ins/calendar?month=2026-11").has(200);
        assertThat(calendar.at("/madeUpDays").toString()).isEqualTo("[5,6,7,17]");
        assertThat(calendar.at("/makeUpsLeft").asInt()).isZero();
        await().untilAsserted(() -> assertThat(
                        own.get("/api/points/records?limit=10").has(200).each("items", "sourceId"))
                .contains("2026-11-17"));
    }

    @Test
    void reachesBackAYear() {
        giveBack("2025-12-24").has(201);
        assertThat(giveBack("2025-11-16").has(422).at("/code").asString()).isEqualTo("too-long-ago");
        assertThat(giveBack("2026-11-18").has(422).at("/code").asString()).isEqualTo("today");
    }

    @ParameterizedTest
    @CsvSource({"2026-11-17, '', reason", ", for the outage, day", "2026-02-30, for the outage, day"})
    void asksForADayAndAReason(String day, String reason, String field) {
        api.admin()
                .post(
                        "/api/learners/" + learner + "/make-ups",
                        "{\"day\":%s,\"reason\":\"%s\"}".formatted(day == null ? null : '"' + day + '"', reason))
                .isInvalid(field);
    }

    @Test
    void isForAdmins() {
        for (var caller : List.of(api.learner(learner), api.service())) {
            caller.post("/api/learners/" + learner + "/make-ups", Map.of("day", "2026-11-17", "reason", "for myself"))
                    .isProblem(403, "forbidden");
        }
    }

    @Test
    void isRecordedWithItsReason() {
        giveBack("2026-11-17").has(201);

        assertThat(api.admin()
                        .actuator("/audit?limit=1")
                        .has(200)
                        .at("/items/0/reason")
                        .asString())
                .isEqualTo("the outage of Tuesday");
    }

    private Answer giveBack(String day) {
        return api.admin()
                .post("/api/learners/" + learner + "/make-ups", Map.of("day", day, "reason", "the outage of Tuesday"));
    }
}
