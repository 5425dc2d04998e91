package io.streakboard.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
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
        for (var same :
                List.of("/day", "/kind", "/streak", "/longestStreak", "/points", "/ladder", "/milestone", "/order")) {
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
    void theCalendarShowsSignedDays() {
        long id = Learners.next();
        var learner = api.learner(id);
        signIn(id, "2025-12-31", "2026-10-31", "2026-11-16", "2026-11-17");

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
    void theCalendarTellsTheNextPayAndMilestone() {
        long id = Learners.next();
        var learner = api.learner(id);
        signIn(id, "2026-11-16", "2026-11-17");

        var open = learner.get("/api/sign-ins/calendar?month=2026-11").has(200);
        assertThat(open.at("/nextPay").asInt()).as("the third day in a row").isEqualTo(30);
        assertThat(open.at("/atRisk").asBoolean()).isTrue();
        assertThat(open.at("/dayEndsAt").asString()).isEqualTo("2026-11-18T16:00:00Z");
        assertThat(open.at("/nextMilestone").isNull()).isTrue();
        assertThat(learner.get("/api/sign-ins/calendar?month=2026-08")
                        .at("/makeUpsLeft")
                        .asInt())
                .isZero();

        var answer = learner.post("/api/sign-ins").has(201);
        assertThat(answer.at("/ladder").asInt()).isEqualTo(30);
        assertThat(answer.at("/milestone").asInt()).isZero();
        assertThat(answer.at("/longestStreak").asInt()).isEqualTo(3);
        var signed = learner.get("/api/sign-ins/calendar?month=2026-11").has(200);
        assertThat(signed.at("/nextPay").asInt()).as("tomorrow").isEqualTo(50);
        assertThat(signed.at("/atRisk").asBoolean()).isFalse();
    }

    @Test
    void aMakeUpJoinsTheStreakIsPaidOnceAndShowsInTheCalendar() {
        long id = Learners.next();
        var learner = api.learner(id);
        signIn(id, "2026-11-15", "2026-11-16");
        assertThat(learner.post("/api/sign-ins").has(201).at("/streak").asInt()).isEqualTo(1);

        var madeUp = learner.post("/api/sign-ins/make-ups", Map.of("day", "2026-11-17"))
                .has(201);
        var again = learner.post("/api/sign-ins/make-ups", Map.of("day", "2026-11-17"))
                .has(200);

        assertThat(madeUp.body().toString())
                .isEqualTo(
                        "{\"day\":\"2026-11-17\",\"kind\":\"MAKE_UP\",\"newlySigned\":true,\"streak\":4,\"longestStreak\":4,\"points\":30,\"ladder\":30,\"milestone\":0,\"makeUpsLeft\":2}");
        assertThat(again.body().toString())
                .isEqualTo(
                        "{\"day\":\"2026-11-17\",\"kind\":\"MAKE_UP\",\"newlySigned\":false,\"streak\":4,\"longestStreak\":4,\"points\":30,\"ladder\":30,\"milestone\":0,\"makeUpsLeft\":2}");
        var month = learner.get("/api/sign-ins/calendar?month=2026-11").has(200);
        assertThat(month.at("/signedDays").toString()).isEqualTo("[15,16,17,18]");
        assertThat(month.at("/madeUpDays").toString()).isEqualTo("[17]");
        assertThat(month.at("/frozenDays").toString()).isEqualTo("[]");
        assertThat(month.at("/makeUpsLeft").asInt()).isEqualTo(2);
        assertThat(month.at("/streak").asInt()).isEqualTo(4);
        assertThat(learner.get("/api/sign-ins/years/2026")
                        .has(200)
                        .at("/madeUpDays")
                        .toString())
                .isEqualTo("[\"2026-11-17\"]");
        await().untilAsserted(() -> assertThat(
                        learner.get("/api/points/today").has(200).at("/total").asInt())
                .as("10 for today, 30 for the make-up, both of today")
                .isEqualTo(40));
        assertThat(jdbc.sql("SELECT kind FROM sign_in_log WHERE user_id = ? AND day = '2026-11-17'")
                        .param(id)
                        .query(String.class)
                        .single())
                .isEqualTo("MAKE_UP");
        assertThat(jdbc.sql("SELECT make_ups FROM sign_in_month WHERE user_id = ? AND month = '2026-11-01'")
                        .param(id)
                        .query(Long.class)
                        .single())
                .isEqualTo(1 << 16);
    }

    @Test
    void aDayThatWasSignedRegularlyStaysSoWhenItIsToBeMadeUp() {
        long id = Learners.next();
        signIn(id, "2026-11-16");

        var answer = api.learner(id)
                .post("/api/sign-ins/make-ups", Map.of("day", "2026-11-16"))
                .has(200);

        assertThat(answer.at("/newlySigned").asBoolean()).isFalse();
        assertThat(answer.at("/kind").asString()).isEqualTo("REGULAR");
        assertThat(answer.at("/makeUpsLeft").asInt()).isEqualTo(3);
    }

    @Test
    void aMonthHasSoManyMakeUpsAndEachMonthItsOwn() {
        var learner = api.learner(Learners.next());
        for (var day : List.of("2026-11-01", "2026-11-03", "2026-11-05")) {
            learner.post("/api/sign-ins/make-ups", Map.of("day", day)).has(201);
        }

        learner.post("/api/sign-ins/make-ups", Map.of("day", "2026-11-07")).isProblem(409, "make-up-quota-exhausted");
        learner.post("/api/sign-ins/make-ups", Map.of("day", "2026-11-05")).has(200);
        assertThat(learner.post("/api/sign-ins/make-ups", Map.of("day", "2026-10-31"))
                        .has(201)
                        .at("/makeUpsLeft")
                        .asInt())
                .isEqualTo(2);
        assertThat(learner.get("/api/sign-ins/calendar?month=2026-11")
                        .at("/signedDays")
                        .toString())
                .isEqualTo("[1,3,5]");
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-18, is today",
        "2026-11-19, in the future",
        "9999-12-31, in the future",
        "2026-10-18, too long ago",
        "1900-01-01, too long ago"
    })
    void daysThatCannotBeMadeUpAreRefusedWithTheRule(String day, String rule) {
        var refused = api.learner(Learners.next())
                .post("/api/sign-ins/make-ups", Map.of("day", day))
                .isProblem(422, "make-up-not-allowed");

        assertThat(refused.at("/detail").asString()).contains(day).contains(rule);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"day\":null}",
                "{\"day\":\"2026-02-30\"}",
                "{\"day\":\"yesterday\"}",
                "{\"day\":\"\"}",
                "{\"day\":{}}"
            })
    void whatIsNoDayIsInvalid(String body) {
        api.learner(Learners.next()).post("/api/sign-ins/make-ups", body).isInvalid("day");
    }

    @Test
    void makeUpsAndASignInAtOnceNeitherExceedTheQuotaNorLoseADay() throws InterruptedException {
        long id = Learners.next();
        var learner = api.learner(id);
        var calls = new ArrayList<Callable<Answer>>();
        for (int day = 1; day <= 17; day++) {
            var body = Map.of("day", "2026-11-%02d".formatted(day));
            calls.add(() -> learner.post("/api/sign-ins/make-ups", body));
            calls.add(() -> learner.post("/api/sign-ins/make-ups", body));
            calls.add(() -> learner.post("/api/sign-ins"));
        }
        Collections.shuffle(calls);

        try (var threads = Executors.newFixedThreadPool(32)) {
            var statuses = threads.invokeAll(calls).stream()
                    .map(call -> call.resultNow().status())
                    .toList();
            assertThat(statuses).containsOnly(200, 201, 409);
            assertThat(statuses).filteredOn(status -> status == 201).hasSize(1 + 3);
        }

        var month = learner.get("/api/sign-ins/calendar?month=2026-11").has(200);
        assertThat(month.at("/total").asInt()).isEqualTo(4);
        assertThat(month.at("/madeUpDays").size()).isEqualTo(3);
        assertThat(month.at("/makeUpsLeft").asInt()).isZero();
        await().untilAsserted(() -> assertThat(
                        learner.get("/api/points/records?limit=10").has(200).each("items", "sourceId"))
                .hasSize(4)
                .doesNotHaveDuplicates()
                .contains("2026-11-18"));
    }

    @Test
    void theLogSaysThePayOfEachDayOfAMonth() {
        long id = Learners.next();
        var learner = api.learner(id);
        signIn(id, "2026-10-31", "2026-11-01", "2026-11-02");

        var november = await().until(
                        () -> learner.get("/api/sign-ins/log?month=2026-11").has(200),
                        log -> log.at("/items").size() == 2);
        assertThat(november.each("items", "day")).containsExactly("2026-11-01", "2026-11-02");
        assertThat(november.each("items", "streak")).containsExactly("2", "3");
        assertThat(november.each("items", "points")).containsExactly("20", "30");
        assertThat(learner.get("/api/sign-ins/log?month=2026-12").at("/items")).isEmpty();
        learner.get("/api/sign-ins/log").isInvalid("month");
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

    private void signIn(long learner, String... days) {
        for (var day : days) {
            api.take(List.of(Api.activity(learner, "SIGN_IN", day, day + "T04:00:00Z")));
        }
    }
}
