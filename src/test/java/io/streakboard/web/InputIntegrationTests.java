package io.streakboard.web;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What requests may say, on all routes alike. */
@IntegrationTest
@Tag("any-database")
@Tag("any-redis")
class InputIntegrationTests {

    private final Api api;

    InputIntegrationTests(Api api) {
        this.api = api;
    }

    @Test
    void twoMegabytesOfEmptyActivitiesAreReadNoFurtherThanTheFirstTooMany() {
        var answer = api.service().post("/api/activities", "{\"activities\":[" + "{},".repeat(690_000) + "{}]}");

        answer.isInvalid("activities");
        assertThat(answer.at("/errors/0/message").asString()).isEqualTo("must have at most 1000 items");
    }

    @Test
    void learnersSendSmallBodies() {
        api.learner(Learners.next())
                .post("/api/sign-ins/make-ups", "{\"day\":\"" + "x".repeat(300_000) + "\"}")
                .isProblem(413, "body-too-large");
    }

    @Test
    void aBodyHasTwoHundredThousandTokens() {
        var names = IntStream.range(0, 110_000).mapToObj(i -> "\"" + i + "\":1").collect(joining(","));

        api.service().post("/api/activities", "{\"other\":{" + names + "}}").isProblem(400, "invalid-request");
        api.learner(Learners.next())
                .post("/api/sign-ins/make-ups", "{\"day\":{" + names.substring(0, 200_000) + "}}")
                .isProblem(400, "invalid-request");
    }

    @Test
    void anAnswerHasTwentyErrorsAndTheNumberOfTheOthers() {
        var answer = api.service().post("/api/activities", "{\"activities\":[" + "{},".repeat(999) + "{}]}");

        answer.isProblem(400, "invalid-request");
        assertThat(answer.body().path("errors").size()).isEqualTo(20);
        assertThat(answer.at("/moreErrors").asInt()).isEqualTo(3980);
        assertThat(answer.at("/errors/0/field").asString()).startsWith("activities[0].");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "learner    | 100.9",
                "learner    | 1e2",
                "learner    | \"0x10\"",
                "learner    | \" 100\"",
                "learner    | \"1e2\"",
                "learner    | \"9223372036854775808\"",
                "learner    | \"\"",
                "learner    | true",
                "type       | 5",
                "sourceId   | 17",
                "occurredAt | 20777",
                "occurredAt | 1e400",
                "occurredAt | \"2026-11-18\"",
                "occurredAt | \"+1000000000-01-01T00:00:00Z\"",
            })
    void aValueOfAnotherTypeIsMalformed(String field, String value) {
        var activity = new TreeMap<>(Map.of(
                "learner",
                "900001000",
                "type",
                "\"LESSON\"",
                "sourceId",
                "\"x\"",
                "occurredAt",
                "\"2026-11-18T00:00:00Z\""));
        activity.put(field, value);
        var json = activity.entrySet().stream()
                .map(entry -> "\"" + entry.getKey() + "\":" + entry.getValue())
                .toList();

        api.service()
                .post("/api/activities", "{\"activities\":[{" + String.join(",", json) + "}]}")
                .isInvalid("activities[0]." + field);
    }

    @ParameterizedTest
    @ValueSource(strings = {"20777", "[2026,11,18]", "\"2026-11-18T00:00:00Z\"", "\"\"", "\"-999999999-01-01\""})
    void aDayIsWrittenAsADay(String day) {
        api.learner(Learners.next())
                .post("/api/sign-ins/make-ups", "{\"day\":" + day + "}")
                .isInvalid("day");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/points/records?limit=1.0, limit",
        "/api/points/records?from=1/2/26, from",
        "/api/points/records?from=20777, from",
        "/api/points/records?from=%2B999999999-12-31, from",
        "/api/sign-ins/calendar?month=%2B999999999-01, month",
        "/api/sign-ins/calendar?month=-0001-01, month",
        "/api/sign-ins/years/+2026, year",
        "/api/sign-ins/years/999999999, year",
        "'/api/boards/points/members?ids=1,', ids",
        "/api/boards/points/members?ids=1.5&ids=2, ids",
    })
    void aParameterOfAnotherTypeIsMalformed(String route, String field) {
        var answer = api.learner(Learners.next()).get(route).isInvalid(field);

        assertThat(answer.at("/detail").asString()).doesNotContain("java", "localdate", "[L", "@");
    }

    @ParameterizedTest
    @ValueSource(strings = {"5.0", "x", "5e1", "9223372036854775808"})
    void anIdInAPathIsANumber(String id) {
        api.admin().get("/api/learners/" + id + "/export").isInvalid("id");
    }

    /** Ids of learners are texts in answers, so no message may say that they are numbers. */
    @Test
    void theIdOfALearnerIsNamedAsWhatItIs() {
        var admin = api.admin();
        var body = Map.of("learner", "x", "points", 5, "reason", "a gift", "requestId", "none");

        List.of(
                        admin.get("/api/learners/x/export"),
                        admin.delete("/api/learners/x"),
                        admin.get("/api/points/adjustments?learner=x"),
                        admin.post("/api/points/adjustments", body),
                        admin.actuate("/signins", Map.of("action", "verify", "learner", "x")),
                        admin.actuator("/learners/x"),
                        api.service().get("/api/learners/x/points/today"),
                        api.service().get("/api/boards/points/top?learner=x"),
                        api.service()
                                .post("/api/learners/query", Map.of("learners", List.of("x"), "fields", List.of())),
                        api.learner(Learners.next()).delete("/api/groups/1/members/x"))
                .forEach(answer -> {
                    answer.isProblem(400, "invalid-request");
                    assertThat(answer.at("/detail").asString()).endsWith("the id of a learner, such as 42");
                    assertThat(answer.at("/errors/0/parameters/expected").asString())
                            .isEqualTo("learner");
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.5", "1e3", "true", "\"x\""})
    void theActuatorTakesNoOtherNumbers(String learner) {
        api.admin()
                .actuate("/signins", "{\"action\":\"verify\",\"learner\":" + learner + "}")
                .isInvalid("learner");
    }

    @Test
    void theActuatorNamesMissingAndMalformedValues() {
        api.admin().actuate("/signins", "{}").isInvalid("action");
        assertThat(api.admin()
                        .actuator("/top/points?limit=many")
                        .isInvalid("limit")
                        .at("/detail")
                        .asString())
                .isEqualTo("limit: 'many' is malformed, expected a whole number");
    }

    @ParameterizedTest
    @CsvSource({
        "/api/points/records?type=LESSON&type=NOTE, type",
        "/api/points/records?limit=5&limit=5, limit",
        "/api/sign-ins/calendar?month=2026-11&month=2026-10, month",
        "/api/boards/points/top?season=current&season=current, season",
        "/api/boards/points/top?season=current&season=current, season",
    })
    void aParameterThatIsNoListComesOnce(String route, String field) {
        assertThat(api.learner(Learners.next())
                        .get(route)
                        .isInvalid(field)
                        .at("/detail")
                        .asString())
                .isEqualTo(field + ": must come once");
    }

    @Test
    void aListMayComeInParts() {
        api.learner(Learners.next())
                .get("/api/boards/points/members?ids=1&ids=2")
                .has(200);
    }

    @Test
    void messagesAreEnglishWhateverTheAcceptedLanguage() {
        assertThat(api.learner(Learners.next())
                        .get("/api/boards/points/top?size=101", "Accept-Language", "zh-CN")
                        .isInvalid("size")
                        .at("/detail")
                        .asString())
                .isEqualTo("size: must be less than or equal to 100");
        assertThat(api.admin()
                        .actuator("/api/points/adjustments?limit=0", "Accept-Language", "zh-CN")
                        .isInvalid("limit")
                        .at("/detail")
                        .asString())
                .isEqualTo("limit: must be greater than or equal to 1");
    }

    @Test
    void theActuatorTakesANumberAsSuch() {
        var body = "{\"action\":\"verify\",\"learner\":" + Learners.next() + "}";
        await().until( // a run of the application's own may be under way
                        () -> api.admin().actuate("/signins", body), answer -> answer.status() != 409)
                .has(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "=x",
                "type=%ff%fe",
                "type=%ed%a0%80",
                "type=%00",
                "type=x%0d%0aforged",
                "a%0ab=1",
                "type=%E2%80%AE"
            })
    void aQueryThatCannotBeReadIsMalformed(String query) {
        api.learner(Learners.next()).get("/api/points/records?" + query).isInvalid("query");
        api.admin().actuator("/late/current?" + query).isInvalid("query");
    }

    @Test
    void aQueryHasAThousandParametersAtMost() {
        api.learner(Learners.next())
                .get("/api/points/records?" + "a=1&".repeat(1001))
                .isInvalid("query");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*/*",
                "application/*",
                "application/x-www-form-urlencoded",
                "multipart/form-data",
                "multipart/form-data; boundary=x",
                "application/xml",
                "application/yaml",
                "application/cbor",
                "application/json;charset=utf-16"
            })
    void bodiesAreJson(String type) {
        var body = "activities=1&%zz".getBytes(StandardCharsets.UTF_8);

        api.service().post("/api/activities", type, body).isProblem(415, "unsupported-media-type");
    }

    @Test
    void formsAreRefusedBeforeAnythingReadsThem() {
        api.anonymous()
                .post("/v3/api-docs", "multipart/form-data", new byte[] {'x'})
                .isProblem(415, "unsupported-media-type");
        api.learner(Learners.next())
                .post("/api/sign-ins", "application/x-www-form-urlencoded", new byte[] {'%'})
                .isProblem(415, "unsupported-media-type");
    }

    @Test
    void noBodyIsUnpackedBesidesImports() {
        api.service()
                .post("/api/activities", "application/json", new byte[10], "Content-Encoding", "gzip")
                .isProblem(415, "unsupported-media-type");
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/xml", "application/yaml", "application/cbor", "nonsense", "*/json", ","})
    void answersAreJson(String accept) {
        api.learner(Learners.next()).get("/api/points/today", "Accept", accept).isProblem(406, "not-acceptable");
    }

    @Test
    void theRouteOfErrorsIsNone() {
        api.learner(Learners.next()).get("/error").isProblem(404, "not-found");
    }

    @Test
    void theActuatorTakesNoMoreThanTwoMegabytes() {
        api.admin().actuate("/events", "[" + " ".repeat(3 << 20) + "]").isProblem(413, "body-too-large");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\ud800", "\\udc00 x"})
    void anAdjustmentsTextsHaveNoHalfCharacters(String half) {
        var admin = api.admin();
        var json = "{\"learner\":900001001,\"points\":1,\"reason\":\"%s\",\"requestId\":\"%s\"}";

        admin.post("/api/points/adjustments", json.formatted("because", "half" + half))
                .isInvalid("requestId");
        admin.post("/api/points/adjustments", json.formatted(half, "whole")).isInvalid("reason");
    }
}
