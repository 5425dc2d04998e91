package io.streakboard.points;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.process.DevelopmentToken;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.simple.JdbcClient;

@IntegrationTest
class PointsApiIntegrationTests {

    private static final Instant MORNING = Instant.parse("2026-11-18T01:00:00Z");

    private final Api api;
    private final JdbcClient jdbc;

    PointsApiIntegrationTests(Api api, JdbcClient jdbc) {
        this.api = api;
        this.jdbc = jdbc;
    }

    @Test
    void recordsArePagedByACursorThatNewRowsDoNotShift() {
        long learner = Learners.next();
        var caller = api.learner(learner);
        post(learner, "old", Instant.parse("2013-06-10T04:00:00Z"), 3);
        post(learner, "now", MORNING, 4);

        var first = caller.get("/api/points/records?limit=2").has(200);
        assertThat(first.each("items", "sourceId")).containsExactly("now3", "now2");
        post(learner, "newer", MORNING.plusSeconds(600), 3);
        post(learner, "a-new-season", Instant.parse("2013-08-10T04:00:00Z"), 1);
        post(learner, "older", Instant.parse("2013-06-09T04:00:00Z"), 1);
        var seen = new ArrayList<>(first.each("items", "sourceId"));
        for (var next = first.at("/next"); !next.isNull(); ) {
            var page = caller.get("/api/points/records?limit=2&cursor=" + next.asString())
                    .has(200);
            assertThat(page.at("/items").size()).isLessThanOrEqualTo(2);
            seen.addAll(page.each("items", "sourceId"));
            next = page.at("/next");
        }

        assertThat(seen)
                .containsExactly("now3", "now2", "now1", "now0", "a-new-season0", "old2", "old1", "old0", "older0");
        assertThat(caller.pages("/api/points/records?limit=3")).hasSize(12);
    }

    @Test
    void recordsOfOneInstantAreAllOnSomePage() {
        long learner = Learners.next();
        api.take(IntStream.range(0, 7)
                .mapToObj(i -> Api.activity(learner, "REVIEW", "same" + i, MORNING))
                .toList());

        assertThat(api.learner(learner).pages("/api/points/records?limit=2").stream()
                        .map(item -> item.path("sourceId").asString()))
                .containsExactly("same6", "same5", "same4", "same3", "same2", "same1", "same0");
    }

    @Test
    void recordsAreFilteredByTypeAndDays() {
        long learner = Learners.next();
        var caller = api.learner(learner);
        post(learner, "june", Instant.parse("2013-06-10T04:00:00Z"), 1);
        post(learner, "late", Instant.parse("2013-06-29T16:00:00Z"), 1);
        post(learner, "now", MORNING, 1);

        assertThat(caller.get("/api/points/records?from=2013-06-30&to=2013-06-30")
                        .each("items", "sourceId"))
                .containsExactly("late0");
        assertThat(caller.get("/api/points/records?from=2013-06-11").each("items", "sourceId"))
                .containsExactly("now0", "late0");
        assertThat(caller.get("/api/points/records?to=2013-06-10").each("items", "sourceId"))
                .containsExactly("june0");
        assertThat(caller.get("/api/points/records?type=LESSON").at("/items").size())
                .isZero();
    }

    @Test
    void allSeasonsTogetherAreOneTotal() {
        long learner = Learners.next();
        post(learner, "then", Instant.parse("2013-06-10T04:00:00Z"), 1);
        post(learner, "now", MORNING, 1);

        var total = api.learner(learner).get("/api/points/all-time").has(200);

        assertThat(total.at("/points").asInt()).isEqualTo(20);
        assertThat(total.at("/seasons").asInt()).isEqualTo(2);
        assertThat(total.at("/signedDays").asInt()).isZero();
        assertThat(total.at("/degraded").asBoolean()).isFalse();
    }

    @Test
    void todaysRowsAddUpToTheTotal() {
        long learner = Learners.next();
        post(learner, "now", MORNING, 1);
        api.admin()
                .post("/api/points/adjustments", adjustment(learner, -4, "adds-up-" + learner))
                .has(201);

        var today = api.learner(learner).get("/api/points/today").has(200);

        assertThat(today.at("/total").asInt()).isEqualTo(6);
        assertThat(today.each("types", "type"))
                .containsExactly("SIGN_IN", "LESSON", "QUESTION", "NOTE", "REVIEW", "ADJUSTMENT");
        assertThat(today.each("types", "points")).containsExactly("0", "0", "0", "0", "10", "-4");
        assertThat(today.each("types", "label"))
                .containsExactly("Sign in", "Lesson", "Question", "Note", "Review", "Adjustment");
        assertThat(today.at("/types/5/cap").isNull()).isTrue();
    }

    @Test
    void adjustmentsAreOnRecordForAdmins() {
        long learner = Learners.next();
        var admin = api.admin();
        admin.post("/api/points/adjustments", adjustment(learner, 5, "first-" + learner))
                .has(201);
        admin.post("/api/points/adjustments", adjustment(learner, -9, "second-" + learner))
                .has(201);

        var records = admin.pages("/api/points/adjustments?limit=1&learner=" + learner);

        assertThat(records.stream().map(item -> item.path("requestId").asString()))
                .containsExactly("second-" + learner, "first-" + learner);
        assertThat(records.getFirst().path("requested").asInt()).isEqualTo(-9);
        assertThat(records.getFirst().path("points").asInt()).isEqualTo(-5);
        assertThat(records.getFirst().path("admin").asString()).isEqualTo("1");
        assertThat(admin.get("/api/points/adjustments?admin=nobody")
                        .has(200)
                        .at("/items")
                        .size())
                .isZero();
        api.learner(learner).get("/api/points/adjustments").isProblem(403, "forbidden");
    }

    @Test
    void anAdjustmentCountsOncePerRequest() {
        long learner = Learners.next();
        var admin = api.admin();
        var caller = api.learner(learner);
        var grant = adjustment(learner, 50, "grant-" + learner);

        admin.post("/api/points/adjustments", grant).has(201);
        var again = admin.post("/api/points/adjustments", grant).has(200);
        assertThat(again.at("/points").asInt()).isEqualTo(50);
        var deducted = admin.post("/api/points/adjustments", adjustment(learner, -80, "deduct-" + learner))
                .has(201);
        assertThat(deducted.at("/points").asInt())
                .as("at most the learner's points")
                .isEqualTo(-50);
        admin.post("/api/points/adjustments", adjustment(learner, 5, "regrant-" + learner))
                .has(201);

        await().untilAsserted(() -> assertThat(
                        caller.get("/api/points/summary").at("/points").asInt())
                .isEqualTo(5));
        var records = caller.get("/api/points/records").has(200);
        assertThat(records.each("items", "points")).containsExactly("5", "-50", "50");
        assertThat(records.each("items", "outcome")).containsOnly("ADJUSTED");
        assertThat(records.each("items", "reason")).containsOnly("because");
        assertThat(records.at("/items/0/reasons/0/code").asString()).isEqualTo("by-admin");
        assertThat(jdbc.sql("SELECT requested, points, reason, admin FROM points_adjustment WHERE request_id = ?")
                        .param("deduct-" + learner)
                        .query()
                        .singleRow())
                .containsEntry("requested", -80)
                .containsEntry("points", -50)
                .containsEntry("reason", "because")
                .containsEntry("admin", "1");
    }

    @Test
    void aRequestIdIsNotTakenTwiceForDifferentThings() {
        long learner = Learners.next();
        var admin = api.admin();
        var grant = adjustment(learner, 50, "one-" + learner);
        admin.post("/api/points/adjustments", grant).has(201);

        for (Map.Entry<String, Object> other : List.<Map.Entry<String, Object>>of(
                Map.entry("learner", Learners.next()), Map.entry("points", 51), Map.entry("reason", "for fun"))) {
            var changed = new HashMap<>(grant);
            changed.put(other.getKey(), other.getValue());
            admin.post("/api/points/adjustments", changed).isProblem(409, "request-id-taken");
        }

        admin.post("/api/points/adjustments", grant).has(200);
        assertThat(api.learner(learner).pages("/api/points/records?limit=10")).hasSize(1);
    }

    @Test
    void anAdminMayHaveALongName() {
        var token = DevelopmentToken.of("admin-" + "x".repeat(249), "admin");
        api.bearing(token)
                .post("/api/points/adjustments", adjustment(Learners.next(), 5, "long-" + Learners.next()))
                .has(201);
    }

    @ParameterizedTest
    @CsvSource({
        "learner, -1",
        "learner, 1e30",
        "learner, null",
        "points, 0",
        "points, 1e30",
        "points, 2147483648",
        "points, 1000001",
        "points, -1000001",
        "points, null",
        "reason, null",
        "reason, '\"  \"'",
        "requestId, null",
        "requestId, '\" a\"'",
        "requestId, '\"a \"'"
    })
    void anImpossibleAdjustmentNamesItsField(String field, String value) {
        var request =
                new TreeMap<>(Map.of("learner", "42", "points", "5", "reason", "\"because\"", "requestId", "\"x\""));
        request.put(field, value);
        var json = request.entrySet().stream()
                .map(entry -> "\"" + entry.getKey() + "\":" + entry.getValue())
                .collect(Collectors.joining(",", "{", "}"));

        api.admin().post("/api/points/adjustments", json).isInvalid(field);
    }

    @Test
    void textsThatAreTooLongAreInvalid() {
        long learner = Learners.next();
        var long200 = "x".repeat(201);

        api.admin()
                .post("/api/points/adjustments", adjustment(learner, 5, long200))
                .isInvalid("requestId");
        api.admin()
                .post(
                        "/api/points/adjustments",
                        Map.of("learner", learner, "points", 5, "reason", long200, "requestId", "r"))
                .isInvalid("reason");
    }

    @ParameterizedTest
    @CsvSource({"learner,0", "learner,abc", "points,1.5", "points,99999999", "points,", "reason,''", "requestId,''"})
    void anInvalidAdjustmentNamesItsField(String field, String value) {
        var request = new HashMap<>(adjustment(Learners.next(), 5, "invalid"));
        if (value == null) {
            request.remove(field);
        } else {
            request.put(field, value);
        }

        api.admin().post("/api/points/adjustments", request).isInvalid(field);
    }

    @ParameterizedTest
    @CsvSource({
        "/api/points/records?limit=0, limit",
        "/api/points/records?limit=101, limit",
        "/api/points/records?limit=1000000000, limit",
        "/api/points/records?limit=x, limit",
        "/api/points/records?cursor=nonsense, cursor",
        "/api/points/records?cursor=%20, cursor",
        "/api/points/records?from=2026-02-30, from",
        "/api/points/records?to=tomorrow, to",
        "/api/points/records?from=%2B999999999-12-31, from",
        "/api/points/records?from=0000-02-29, from",
        "/api/points/records?to=-0001-01-01, to",
        "/api/points/records?from=2026-11-18&to=2026-11-17, to",
        "/api/points/days?from=2026-11-18&to=2026-11-17, to",
        "/api/points/days?from=2025-11-17&to=2026-11-18, to",
        "/api/points/days?from=2025-01-01, from",
        "/api/points/days?from=2026-02-30, from",
        "/api/points/days?to=9999-12-31&from=-0001-01-01, from",
        "/api/points/days?to=0001-02-28, from",
        "/api/sign-ins/calendar?month=0000-02, month",
        "/api/points/ranks?size=101, size",
        "/api/points/ranks?page=0, page"
    })
    void malformedParametersAreInvalid(String route, String field) {
        api.learner(Learners.next()).get(route).isInvalid(field);
    }

    @ParameterizedTest
    @CsvSource({
        "/api/points/records?from=0001-01-01&to=9999-12-31",
        "/api/points/records?type=&from=&to=&cursor=",
        "/api/boards/points/editions?partition=",
        "/api/boards/points/count?min=&max=",
        "/api/points/records?type=%27%20OR%201=1",
        "/api/points/records?type=%F0%9F%8E%93"
    })
    void oddButWellFormedParametersFindNothing(String route) {
        assertThat(api.learner(Learners.next()).get(route).has(200).at("/items").size())
                .isZero();
    }

    private void post(long learner, String prefix, Instant at, int count) {
        api.take(IntStream.range(0, count)
                .mapToObj(i -> Api.activity(learner, "REVIEW", prefix + i, at.plusSeconds(i)))
                .toList());
    }

    private static Map<String, Object> adjustment(long learner, int points, String requestId) {
        return Map.of("learner", learner, "points", points, "reason", "because", "requestId", requestId);
    }
}
