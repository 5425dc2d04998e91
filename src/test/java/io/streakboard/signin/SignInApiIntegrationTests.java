package io.streakboard.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

@IntegrationTest
class SignInApiIntegrationTests {

    private final Api api;
    private final JdbcClient jdbc;

    SignInApiIntegrationTests(Api api, JdbcClient jdbc) {
        this.api = api;
        this.jdbc = jdbc;
    }

    @Test
    void signingInIsCreatedOnceAndThenTheSame() {
        var learner = api.learner(Learners.next());

        var first = learner.post("/api/sign-ins").has(201);
        var again = learner.post("/api/sign-ins").has(200);

        assertThat(first.at("/day").asString()).isEqualTo("2026-11-18");
        assertThat(first.at("/kind").asString()).isEqualTo("REGULAR");
        assertThat(first.at("/newlySigned").asBoolean()).isTrue();
        assertThat(again.at("/newlySigned").asBoolean()).isFalse();
        for (var same : List.of("/day", "/kind", "/streak", "/points", "/order")) {
            assertThat(again.at(same)).as(same).isEqualTo(first.at(same));
        }
    }

    @Test
    void ofTwoHundredAtOnceExactlyOneIsNewAndPaid() throws InterruptedException {
        long id = Learners.next();
        var learner = api.learner(id);
        Callable<Answer> signIn = () -> learner.post("/api/sign-ins");

        try (var threads = Executors.newFixedThreadPool(50)) {
            var answers = threads
                    .invokeAll(Stream.generate(() -> signIn).limit(200).toList())
                    .stream()
                    .map(each -> each.resultNow().status())
                    .toList();
            assertThat(answers).hasSize(200).containsOnly(200, 201);
            assertThat(answers).filteredOn(status -> status == 201).hasSize(1);
        }

        await().untilAsserted(() -> assertThat(
                        learner.get("/api/points/records?limit=10").has(200).each("items", "sourceId"))
                .containsExactly("2026-11-18"));
        assertThat(jdbc.sql("SELECT COUNT(*) FROM sign_in_log WHERE user_id = ?")
                        .param(id)
                        .query(Long.class)
                        .single())
                .isEqualTo(1);
    }

    @Test
    void theCalendarShowsWhatWasSigned() {
        long id = Learners.next();
        var learner = api.learner(id);
        var service = api.service();
        for (var day : List.of("2025-12-31", "2026-10-31", "2026-11-16", "2026-11-17")) {
            service.post(
                            "/api/activities",
                            Api.activities(List.of(Api.activity(id, "SIGN_IN", day, day + "T04:00:00Z"))))
                    .has(200);
        }

        var open = learner.get("/api/sign-ins/calendar?month=2026-11").has(200);
        assertThat(open.at("/signedDays").toString()).isEqualTo("[16,17]");
        assertThat(open.at("/total").asInt()).isEqualTo(2);
        assertThat(open.at("/signedToday").asBoolean()).isFalse();
        assertThat(open.at("/streak").asInt()).isEqualTo(2);

        learner.post("/api/sign-ins").has(201);
        var signed = learner.get("/api/sign-ins/calendar?month=2026-11").has(200);
        assertThat(signed.at("/signedDays").toString()).isEqualTo("[16,17,18]");
        assertThat(signed.at("/signedToday").asBoolean()).isTrue();
        assertThat(signed.at("/streak").asInt()).isEqualTo(3);
        assertThat(signed.at("/longestStreak").asInt()).isEqualTo(3);

        var year = learner.get("/api/sign-ins/years/2026").has(200);
        assertThat(year.at("/days").toString())
                .isEqualTo("[\"2026-10-31\",\"2026-11-16\",\"2026-11-17\",\"2026-11-18\"]");
        assertThat(year.at("/total").asInt()).isEqualTo(4);
        assertThat(year.at("/longestStreak").asInt()).isEqualTo(3);
    }

    @Test
    void malformedMonthsAndYearsAreInvalid() {
        var learner = api.learner(Learners.next());

        learner.get("/api/sign-ins/calendar").isInvalid("month");
        learner.get("/api/sign-ins/calendar?month=2026-13").isInvalid("month");
        learner.get("/api/sign-ins/calendar?month=November").isInvalid("month");
        learner.get("/api/sign-ins/years/soon").isInvalid("year");
    }

    @Test
    void monthsAndYearsFarFromTodayAreEmpty() {
        var learner = api.learner(Learners.next());

        learner.get("/api/sign-ins/calendar?month=1900-01").has(200);
        learner.get("/api/sign-ins/calendar?month=9999-12").has(200);
        learner.get("/api/sign-ins/years/9999").has(200);
    }

    @Test
    void onlyLearnersSignIn() {
        api.anonymous().post("/api/sign-ins").isProblem(401, "unauthorized");
    }
}
