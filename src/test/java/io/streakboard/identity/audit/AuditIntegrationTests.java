package io.streakboard.identity.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.process.Token;
import io.streakboard.support.Api;
import io.streakboard.support.Api.Caller;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Retention;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

@IntegrationTest
class AuditIntegrationTests {

    private final Api api;
    private final AdminActions actions;
    private final JdbcClient jdbc;
    private final BusinessTime time;
    private final String name = "ops-" + Learners.next();
    private final Caller admin;

    AuditIntegrationTests(Api api, AdminActions actions, JdbcClient jdbc, BusinessTime time) {
        this.api = api;
        this.actions = actions;
        this.jdbc = jdbc;
        this.time = time;
        this.admin = api.bearing(Token.of(name).claim("scope", "admin service").signed());
    }

    @Test
    void anAdminsActionIsRecordedWithItsReason() {
        long learner = Learners.next();
        admin.post(
                        "/api/points/adjustments",
                        Map.of("learner", learner, "points", 5, "reason", "counted twice", "requestId", name))
                .has(201);

        var recorded = onlyAction();
        assertThat(recorded.path("admin").asString()).isEqualTo(name);
        assertThat(recorded.path("method").asString()).isEqualTo("POST");
        assertThat(recorded.path("target").asString()).isEqualTo("/api/points/adjustments");
        assertThat(recorded.path("parameters").asString()).contains("\"learner\":" + learner, "\"points\":5");
        assertThat(recorded.path("reason").asString()).isEqualTo("counted twice");
        assertThat(recorded.path("outcome").asString()).isEqualTo("DONE");
        assertThat(recorded.path("status").asInt()).isEqualTo(201);
        assertThat(recorded.path("at").asString()).endsWith("Z");
        assertThat(recorded.path("endedAt").asString()).endsWith("Z");
    }

    @Test
    void aDeletionTakesItsReasonFromTheQuery() {
        long learner = Learners.next();
        api.learner(learner).post("/api/sign-ins").has(201);
        admin.delete("/api/learners/" + learner + "?reason=asked%20by%20letter").has(202);

        var recorded = onlyAction();
        assertThat(recorded.path("method").asString()).isEqualTo("DELETE");
        assertThat(recorded.path("target").asString()).startsWith("/api/learners/" + learner);
        assertThat(recorded.path("reason").asString()).isEqualTo("asked by letter");
        assertThat(recorded.path("parameters").asString()).contains("\"id\":\"" + learner);
    }

    @Test
    void actionsOnTheActuatorAreRecordedToo() {
        admin.actuate("/events", Map.of("action", "resubmit", "reason", "the mail server is back"))
                .has(200);

        var recorded = onlyAction();
        assertThat(recorded.path("target").asString()).isEqualTo("/actuator/events");
        assertThat(recorded.path("reason").asString()).isEqualTo("the mail server is back");
        assertThat(recorded.path("outcome").asString()).isEqualTo("DONE");
    }

    @Test
    void anImportIsRecordedWithoutItsFile() {
        admin.post("/api/imports", "text/csv", "user_id,type,source_id,occurred_at\n".getBytes(StandardCharsets.UTF_8))
                .has(202);

        assertThat(onlyAction().path("parameters").asString())
                .isEqualToIgnoringWhitespace("{\"kind\":\"activities\",\"dryRun\":false}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Application/JSON", "application/json; charset=UTF-8", "application/vnd.api+json"})
    void theArgumentsAreRecordedHoweverTheyAreSent(String type) {
        long learner = Learners.next();
        var body = " ".repeat(4_100) + "{\"padding\":\"" + "x".repeat(4_100) + "\",\"learner\":" + learner
                + ",\"points\":5,\"reason\":\"counted twice\",\"requestId\":\"" + name + "\"}";
        admin.post("/api/points/adjustments?reason=nothing", type, body.getBytes(StandardCharsets.UTF_8))
                .has(201);

        var recorded = onlyAction();
        assertThat(recorded.path("parameters").asString()).contains("\"learner\":" + learner, "\"points\":5");
        assertThat(recorded.path("reason").asString()).isEqualTo("counted twice");
    }

    @Test
    void otherMembersOfABodyDoNotPushOutTheArgumentsOfAnEndpoint() {
        admin.actuate("/events", Map.of("a", "x".repeat(5_000), "action", "resubmit", "reason", "the mail is back"))
                .has(200);

        assertThat(onlyAction().path("parameters").asString())
                .contains("\"action\":\"resubmit\"")
                .doesNotContain("xx");
    }

    /** As the page looks at a learner every six seconds while it shows the learner. */
    @Test
    void aLookAtALearnerIsRecordedOnceHoweverOftenItIsRepeated() {
        long learner = Learners.next();
        long other = Learners.next();
        api.learner(learner).post("/api/sign-ins").has(201);
        api.learner(other).post("/api/sign-ins").has(201);

        for (int look = 0; look < 3; look++) {
            admin.actuator("/learners/" + learner).has(200);
        }
        assertThat(onlyAction().path("target").asString()).isEqualTo("/actuator/learners/" + learner);

        admin.actuator("/learners/" + other).has(200);
        assertThat(actions("").path("items")).hasSize(2);
    }

    @Test
    void readsOfOthersDataAreRecorded() {
        long learner = Learners.next();
        api.learner(learner).post("/api/sign-ins").has(201);
        admin.get("/api/learners/" + learner + "/export").has(200);
        assertThat(onlyAction().path("parameters").asString()).contains("\"id\":\"" + learner);

        admin.actuator("/learners/" + learner).has(200);
        admin.actuator("/xapi").has(200);
        admin.get("/api/seasons/1999-01/records.csv").has(404);

        assertThat(actions("").path("items").values())
                .extracting(action -> action.path("target").asString())
                .containsExactly(
                        "/api/seasons/1999-01/records.csv",
                        "/actuator/xapi",
                        "/actuator/learners/" + learner,
                        "/api/learners/" + learner + "/export");
    }

    @Test
    void anAdminWhoIsAServiceTooIsRecordedAtTheRoutesOfServices() {
        long learner = Learners.next();
        var statement = """
                {"actor": {"account": {"homePage": "https://lms.example.org", "name": "%d"}},
                 "verb": {"id": "http://adlnet.gov/expapi/verbs/completed"}, "timestamp": "2026-11-18T09:00:00Z",
                 "object": {"id": "http://lms/lessons/7",
                            "definition": {"type": "http://adlnet.gov/expapi/activities/lesson"}}}""".formatted(learner);
        admin.post("/api/activities", Api.activities(List.of(Api.activity(learner, "LESSON", name, time.now()))))
                .has(200);
        admin.put("/api/learners", Map.of("learners", List.of(Map.of("id", learner, "name", "Ada"))))
                .has(200);
        admin.post("/api/learners/query", Map.of("learners", List.of(learner), "fields", List.of("points")))
                .has(200);
        admin.post("/api/learners/" + learner + "/sign-ins").has(201);
        admin.get("/api/learners/" + learner + "/points/today").has(200);
        admin.get("/api/sign-ins/at-risk").has(200);
        admin.get("/api/feed?limit=1").has(200);
        admin.put("/api/groups", Map.of("key", name, "name", "7b", "members", List.of(learner)))
                .has(200);
        admin.post(
                        "/api/scores",
                        Map.of(
                                "scores",
                                List.of(Map.of("board", "none", "member", "a", "delta", 1, "messageId", name))))
                .has(200);
        admin.post(
                        "/xapi/statements",
                        "application/json",
                        statement.getBytes(StandardCharsets.UTF_8),
                        "X-Experience-API-Version",
                        "1.0.3")
                .has(200);

        assertThat(targets())
                .containsExactly(
                        "/xapi/statements",
                        "/api/scores",
                        "/api/groups",
                        "/api/feed",
                        "/api/sign-ins/at-risk",
                        "/api/learners/" + learner + "/points/today",
                        "/api/learners/" + learner + "/sign-ins",
                        "/api/learners/query",
                        "/api/learners",
                        "/api/activities");
        assertThat(actions("").path("items").path(6).path("parameters").asString())
                .contains("\"learner\":" + learner);
    }

    @Test
    void lookingLearnersUpIsRecordedWhereverItIsDone() {
        long learner = Learners.next();
        var asked = api.bearing(Token.of(name).claim("scope", "admin").signed());
        var group = api.service()
                .put("/api/groups", Map.of("key", name, "name", "7b", "members", List.of(learner)))
                .has(200)
                .at("/id")
                .asString();
        var paths = List.of(
                "/api/points/adjustments?learner=" + learner,
                "/api/boards/points/top?learner=" + learner,
                "/api/boards/points/scores/" + learner,
                "/api/boards/points/around/" + learner,
                "/api/boards/points/members?ids=" + learner,
                "/api/groups?learner=" + learner,
                "/api/groups/" + group);
        paths.forEach(path -> asked.get(path).has(200));
        paths.forEach(path -> asked.get(path).has(200));
        asked.actuator("/top/points").has(200);
        asked.actuator("/late/current").has(200);

        assertThat(targets())
                .containsExactly(
                        "/actuator/late/current",
                        "/actuator/top/points",
                        "/api/groups/" + group,
                        "/api/groups",
                        "/api/boards/points/members",
                        "/api/boards/points/around/" + learner,
                        "/api/boards/points/scores/" + learner,
                        "/api/boards/points/top",
                        "/api/points/adjustments");
        assertThat(actions("").path("items").values())
                .filteredOn(each -> each.path("target").asString().equals("/api/boards/points/top"))
                .singleElement()
                .satisfies(
                        each -> assertThat(each.path("parameters").asString()).contains("\"learner\":" + learner));
    }

    @Test
    void readsOpenToLearnersAreNotRecordedForAdmins() {
        List.of("/api/boards", "/api/boards/points/top", "/api/boards/points/count", "/api/rules", "/api/groups")
                .forEach(path -> admin.get(path).has(200));
        var learning = api.bearing(
                Token.of("" + Learners.next()).claim("scope", "admin").signed());
        learning.get("/api/points/today").has(200);

        assertThat(targets()).isEmpty();
    }

    @Test
    void aParameterOfTheActuatorThatComesInTwoPlacesIsRefused() {
        var learner = Learners.next();
        var body = Map.of("action", "resubmit", "reason", "the mail server is back");
        admin.actuate("/events?reason=nothing", body).isInvalid("reason");
        admin.actuate("/events?reason=", body).isInvalid("reason");
        admin.actuate("/events?action=discard", body).isInvalid("action");
        admin.actuate("/seasons/1999-01", Map.of("action", "settle", "id", "1999-02"))
                .isInvalid("id");
        admin.actuate("/seasons/1999-01?id=1999-02", Map.of("action", "settle")).isInvalid("id");
        admin.actuator("/learners/" + learner + "?id=" + Learners.next()).isInvalid("id");
        admin.actuator("/audit?admin=a&admin=b").isInvalid("admin");
        assertThat(targets()).isEmpty();

        api.anonymous().actuator("/health/liveness").has(200);
        admin.actuator("/metrics/jvm.memory.used?tag=area:heap&tag=id:none").has(404);
        admin.actuator("/metrics/jvm.memory.used?tag=area:heap&tag=area:heap").has(200);
        admin.actuate("/events?reason=the+mail+server+is+back", body).has(200);
        assertThat(onlyAction().path("reason").asString()).isEqualTo("the mail server is back");
    }

    @Test
    void refusedActionsAreRecordedAsRefused() {
        admin.actuate("/seasons/1999-01", Map.of("action", "settle")).has(404);

        var recorded = onlyAction();
        assertThat(recorded.path("outcome").asString()).isEqualTo("REFUSED");
        assertThat(recorded.path("status").asInt()).isEqualTo(404);
    }

    @Test
    void readingIsNotRecordedNorWhatIsForNoAdmin() {
        admin.get("/api/imports/1");
        admin.actuator("/seasons").has(200);
        admin.post("/api/activities", "{}").has(400);
        admin.post("/api/sign-ins").has(403);
        admin.post("/api/nowhere", "{}").has(404);
        api.learner(Learners.next()).delete("/api/learners/1").has(403);

        assertThat(actions("").path("items").size()).isZero();
    }

    @Test
    void theTrailIsReadPageByPageNewestFirst() {
        for (int i = 0; i < 3; i++) {
            admin.actuate("/events", Map.of("action", "explode-" + i)).has(400);
        }

        var first = actions("&limit=2");
        var rest = actions("&limit=2&cursor=" + first.path("next").asString());

        assertThat(first.path("items").path(0).path("parameters").asString()).contains("explode-2");
        assertThat(first.path("items").size()).isEqualTo(2);
        assertThat(rest.path("items").size()).isEqualTo(1);
        assertThat(rest.path("next").isNull()).isTrue();
    }

    @Test
    void theTrailIsReadByDayOrInstant() {
        admin.actuate("/events", Map.of("action", "explode")).has(400);
        var today = time.today();

        assertThat(actions("&from=" + today + "&to=" + today).path("items").size())
                .isEqualTo(1);
        assertThat(actions("&to=" + today.minusDays(1)).path("items").size()).isZero();
        assertThat(actions("&from=" + time.now().plusSeconds(60)).path("items").size())
                .isZero();
    }

    @Test
    void aTrailThatEndsBeforeItBeginsIsAProblem() {
        api.admin().actuator("/audit?from=2026-11-21&to=2026-11-20").isInvalid("to");
        api.admin().actuator("/audit?from=2026-11-21&to=2026-11-21").has(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"from=yesterday", "to=2026-02-30", "limit=0", "limit=1001", "cursor=x"})
    void malformedQueriesOfTheTrailAreProblems(String query) {
        api.admin().actuator("/audit?" + query).isInvalid(query.substring(0, query.indexOf('=')));
    }

    @Test
    void theTrailIsKeptAsLongAsConfigured() {
        admin.actuate("/events", Map.of("action", "explode")).has(400);
        admin.actuate("/events", Map.of("action", "explode")).has(400);
        long oldest = actions("").path("items").path(1).path("id").asLong();
        jdbc.sql("UPDATE admin_action SET begun_at = ? WHERE id = ?")
                .params(
                        time.now()
                                .minus(Duration.ofDays(731))
                                .toString()
                                .substring(0, 19)
                                .replace('T', ' '),
                        oldest)
                .update();

        Retention.inBatches(10, actions::expire);

        assertThat(onlyAction().path("id").asLong()).isGreaterThan(oldest);
    }

    private List<String> targets() {
        return actions("").path("items").values().stream()
                .map(action -> action.path("target").asString())
                .toList();
    }

    private JsonNode onlyAction() {
        var items = actions("").path("items");
        assertThat(items.size()).isEqualTo(1);
        return items.path(0);
    }

    private JsonNode actions(String query) {
        return api.admin().actuator("/audit?admin=" + name + query).has(200).body();
    }
}
