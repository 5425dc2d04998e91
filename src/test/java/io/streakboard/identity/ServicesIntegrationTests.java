package io.streakboard.identity;

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
import org.junit.jupiter.params.provider.ValueSource;

/** What a platform reads and does for its learners. */
@IntegrationTest
class ServicesIntegrationTests {

    private final long learner = Learners.next();
    private final Api api;
    private final Api.Caller service;

    ServicesIntegrationTests(Api api) {
        this.api = api;
        this.service = api.service();
    }

    @ParameterizedTest
    @CsvSource({
        "/api/sign-ins/calendar?month=2026-11, calendar?month=2026-11",
        "/api/sign-ins/years/2026, years/2026",
        "/api/sign-ins/log?month=2026-11, sign-ins/log?month=2026-11",
        "/api/points/today, points/today",
        "/api/points/records?limit=5, points/records?limit=5",
        "/api/points/summary, points/summary",
        "/api/points/all-time, points/all-time",
        "/api/points/days, points/days",
        "/api/points/ranks, points/ranks",
        "/api/rewards, titles",
        "/api/prizes, prizes",
        "/api/badges, badges"
    })
    void aServiceReadsWhatTheLearnerReads(String own, String named) {
        signIn().has(201);
        recorded();

        var seen = api.learner(learner).get(own).has(200);

        assertThat(service.get("/api/learners/" + learner + "/" + named)
                        .has(200)
                        .body())
                .isEqualTo(seen.body());
    }

    /** Its last digits are lost where a page reads it as a number. */
    @Test
    void anIdAboveTwoToThe53IsATextOnEveryWay() {
        var id = Long.toString((1L << 53) + 2 * Learners.next() + 1);
        put(Map.of("id", id, "name", "Ada")).has(200);
        assertThat(service.post("/api/activities", Map.of("activities", List.of(lesson(id), lesson(Long.valueOf(id)))))
                        .has(200)
                        .each("results", "outcome"))
                .containsExactly("AWARDED", "DUPLICATE");

        assertThat(service.post("/api/learners/query", Map.of("learners", List.of(id), "fields", List.of("streak")))
                        .has(200)
                        .each("items", "learner"))
                .containsExactly(id);
        var adjustment = Map.of("learner", id, "points", 5, "reason", "because", "requestId", "wide " + id);
        var admin = api.admin();
        isText(id, admin.post("/api/points/adjustments", adjustment).has(201), "/learner");
        isText(id, admin.get("/api/points/adjustments?learner=" + id).has(200), "/items/0/learner");
        isText(id, admin.get("/api/learners/" + id + "/export").has(200), "/learner");
        isText(id, admin.actuator("/learners/" + id).has(200), "/learner");
        isText(id, admin.delete("/api/learners/" + id).has(202), "/learner");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "", " 42", "042", "+42", "4.2", "9223372036854775808"})
    void aTextThatIsNoIdIsTold(String id) {
        var adjustment = Map.of("learner", id, "points", 5, "reason", "because", "requestId", "no-id");

        service.post("/api/activities", Map.of("activities", List.of(lesson(id))))
                .isInvalid("activities[0].learner");
        put(Map.of("id", id, "name", "Ada")).isInvalid("learners[0].id");
        service.post("/api/learners/query", Map.of("learners", List.of(1, id), "fields", List.of("streak")))
                .isInvalid("learners[1]");
        api.admin().post("/api/points/adjustments", adjustment).isInvalid("learner");
    }

    private static Map<String, Object> lesson(Object id) {
        return Map.of("learner", id, "type", "LESSON", "sourceId", "wide", "occurredAt", "2026-11-18T01:00:00Z");
    }

    private static void isText(String id, Answer answer, String pointer) {
        assertThat(answer.at(pointer).isString()).isTrue();
        assertThat(answer.at(pointer).asString()).isEqualTo(id);
    }

    @Test
    void theLoginOfThePlatformIsTheSignIn() {
        assertThat(signIn().has(201).at("/newlySigned").asBoolean()).isTrue();
        assertThat(signIn().has(200).at("/newlySigned").asBoolean()).isFalse();

        assertThat(api.learner(learner)
                        .post("/api/sign-ins")
                        .has(200)
                        .at("/streak")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void noLearnerComesInByAnId() {
        for (long named : List.of(learner, Learners.next())) {
            api.learner(learner).get("/api/learners/" + named + "/points/today").isProblem(403, "forbidden");
            api.learner(learner).post("/api/learners/" + named + "/sign-ins").isProblem(403, "forbidden");
            api.learner(learner).get("/api/boards/points/top?learner=" + named).isProblem(403, "forbidden");
        }
        api.admin().get("/api/learners/" + learner + "/points/today").isProblem(403, "forbidden");
        assertThat(api.learner(learner)
                        .post("/api/sign-ins")
                        .has(201)
                        .at("/newlySigned")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void aDeletedLearnerIsRefusedAndLeftOut() {
        long other = Learners.next();
        api.admin().delete("/api/learners/" + learner + "?force=true").has(202);

        await().untilAsserted(() ->
                service.get("/api/learners/" + learner + "/points/today").isProblem(410, "learner-deleted"));
        signIn().isProblem(410, "learner-deleted");
        service.get("/api/boards/points/top?learner=" + learner).isProblem(410, "learner-deleted");
        assertThat(query(List.of(learner, other), "streak").has(200).each("items", "learner"))
                .containsExactly(Long.toString(other));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "01", "x", "9223372036854775808"})
    void anIdIsAPositiveNumber(String id) {
        service.get("/api/learners/" + id + "/points/today").isInvalid("learner");
        service.get("/api/boards/points/top?learner=" + id).isInvalid("learner");
    }

    @Test
    void aBoardShowsTheStandingOfALearnerWhomAServiceNames() {
        signIn().has(201);
        recorded();

        var board =
                service.get("/api/boards/points/around/me?learner=" + learner).has(200);

        assertThat(board.at("/me/score").asInt()).isEqualTo(10);
        assertThat(board.each("items", "member")).contains(Long.toString(learner));
        service.get("/api/boards/points/top?learner=1&learner=2").isInvalid("learner");
    }

    @Test
    void manyLearnersAreAskedForAtOnce() {
        signIn().has(201);
        recorded();
        long newcomer = Learners.next();

        var found = query(List.of(newcomer, learner, newcomer), "streak", "signedToday", "atRisk", "points", "rank")
                .has(200);

        assertThat(found.each("items", "learner")).containsExactly(Long.toString(newcomer), Long.toString(learner));
        var first = found.at("/items/0/fields");
        assertThat(first.path("streak").asInt()).isZero();
        assertThat(first.path("signedToday").asBoolean()).isFalse();
        assertThat(first.path("points").asInt()).isZero();
        assertThat(first.path("rank").isNull()).isTrue();
        var second = found.at("/items/1/fields");
        assertThat(second.path("streak").asInt()).isEqualTo(1);
        assertThat(second.path("signedToday").asBoolean()).isTrue();
        assertThat(second.path("atRisk").asBoolean()).isFalse();
        assertThat(second.path("points").asInt()).isEqualTo(10);
        assertThat(second.path("rank").asLong()).isPositive();
    }

    @Test
    void onlyWhatIsAskedForIsAnswered() {
        assertThat(query(List.of(learner), "rank")
                        .has(200)
                        .at("/items/0/fields")
                        .propertyNames())
                .containsExactly("rank");
        query(List.of(learner), "password").isInvalid("fields");
        query(List.of(), "rank").isInvalid("learners");
        service.post("/api/learners/query", Map.of("learners", List.of(learner)))
                .isInvalid("fields");
        api.learner(learner).post("/api/learners/query", "{}").isProblem(403, "forbidden");
    }

    @Test
    void moreLearnersThanATripHoldsAreFoundInTheirOrder() {
        var many = java.util.stream.LongStream.range(0, 200)
                .mapToObj(any -> Learners.next())
                .toList();
        api.learner(many.get(150)).post("/api/sign-ins").has(201);

        var found = query(many, "streak").has(200);

        assertThat(found.each("items", "learner"))
                .isEqualTo(many.stream().map(String::valueOf).toList());
        assertThat(found.at("/items/150/fields/streak").asInt()).isEqualTo(1);
        assertThat(found.at("/items/149/fields/streak").asInt()).isZero();
    }

    @Test
    void aPlatformNamesItsLearnersAndTheirPictures() {
        signIn().has(201);
        recorded();
        long gone = Learners.next();
        api.admin().delete("/api/learners/" + gone + "?force=true").has(202);
        var picture = "https://cdn.example.org/a/42.png?size=64";

        var set = put(Map.of("id", learner, "name", "Ada", "avatar", picture), Map.of("id", gone, "name", "Bob"))
                .has(200);

        assertThat(set.at("/set").asInt()).isEqualTo(1);
        assertThat(set.at("/deleted/0").asString()).isEqualTo(Long.toString(gone));
        api.as(learner, "Byron").get("/api/points/today").has(200);
        var row = service.get("/api/boards/points/members?ids=" + learner)
                .has(200)
                .at("/items/0");
        assertThat(row.path("name").asString()).isEqualTo("Ada");
        assertThat(row.path("avatar").asString()).isEqualTo(picture);
        assertThat(api.learner(learner)
                        .get("/api/learners/me/export")
                        .has(200)
                        .at("/data/profile/avatar")
                        .asString())
                .isEqualTo(picture);

        var lookedUp = api.admin().actuator("/learners/" + learner).has(200);
        assertThat(lookedUp.at("/name").asString()).isEqualTo("Ada");
        assertThat(lookedUp.at("/avatar").asString()).isEqualTo(picture);

        put(Map.of("id", learner, "name", "Ada")).has(200);
        assertThat(service.get("/api/boards/points/members?ids=" + learner)
                        .at("/items/0/avatar")
                        .isNull())
                .isTrue();

        api.admin().delete("/api/learners/" + learner).has(202);
        await().untilAsserted(() -> assertThat(api.admin()
                        .get("/api/learners/" + learner + "/export")
                        .has(200)
                        .at("/data/profile")
                        .isEmpty())
                .isTrue());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://cdn.example.org/1.png",
                "https://",
                "https://user@example.org/1.png",
                "https://example.org/\"onerror=",
                "https://example.org/a b",
                "javascript:alert(1)",
                "https://localhost/1.png",
                "https://127.0.0.1/1.png",
                "https://192.168.0.7:8443/1.png",
                "https://2130706433/1.png",
                "https://0x7f.1/1.png",
                "https://intranet/1.png",
                "https://files.Internal/1.png",
                "https://printer.local./1.png",
                "https://cdn.example.org:65536/1.png"
            })
    void aPictureHasAnAddressThatIsSafeToShow(String avatar) {
        put(Map.of("id", learner, "name", "Ada", "avatar", avatar)).isInvalid("learners[0].avatar");
    }

    @Test
    void aNameIsOneAndShort() {
        put(Map.of("id", learner, "name", " ")).isInvalid("learners[0].name");
        put(Map.of("id", learner, "name", "x".repeat(101))).isInvalid("learners[0].name");
        for (var name : List.of("a\u0000", "a\nb", "a\u202eb", "\ufeff", "\u3164", "\u115f", "\u200b \u2060")) {
            put(Map.of("id", learner, "name", name)).isInvalid("learners[0].name");
        }
        put(Map.of("id", learner, "name", "\ud83d\ude00".repeat(100))).has(200);
        put(Map.of("id", learner, "name", "\ud83d")).isProblem(400, "invalid-request");
        put().isInvalid("learners");
        api.learner(learner).put("/api/learners", "{}").isProblem(403, "forbidden");
    }

    @SafeVarargs
    private Answer put(Map<String, Object>... learners) {
        return service.put("/api/learners", Map.of("learners", List.of(learners)));
    }

    private Answer signIn() {
        return service.post("/api/learners/" + learner + "/sign-ins");
    }

    private Answer query(List<Long> learners, String... fields) {
        return service.post("/api/learners/query", Map.of("learners", learners, "fields", List.of(fields)));
    }

    /** Until the points of the sign-in are on the board. */
    private void recorded() {
        await().until(() -> api.learner(learner)
                        .get("/api/points/summary")
                        .has(200)
                        .at("/points")
                        .asInt()
                > 0);
    }
}
