package io.streakboard.xapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.activities.Activities;
import io.streakboard.activities.Activity;
import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** The rules are in {@code application-courses.yaml}. */
@IntegrationTest
class XapiIntegrationTests {

    private static final String PATH = "/xapi/statements";
    private static final String JSON = "application/json";
    private static final String VERSION = "X-Experience-API-Version";
    private static final String UNMAPPED = "Streakboard-Unmapped";
    private static final String UNMAPPED_ACTORS = "Streakboard-Unmapped-Actors";
    private static final String MORNING = "2026-11-18T09:00:00+08:00";

    private static final String LESSON = """
            {"id": "http://lms/lessons/7", "definition": {"type": "http://adlnet.gov/expapi/activities/lesson"}}""";

    private static final String COMPLETED = "http://adlnet.gov/expapi/verbs/completed";

    private final Api api;
    private final MeterRegistry metrics;
    private final Activities activities;
    private final JdbcClient jdbc;

    XapiIntegrationTests(Api api, MeterRegistry metrics, Activities activities, JdbcClient jdbc) {
        this.jdbc = jdbc;
        this.api = api;
        this.metrics = metrics;
        this.activities = activities;
    }

    @Test
    void aStatementOfALearnerPaysOnceHoweverOftenItComes() {
        long learner = Learners.next();
        var id = UUID.randomUUID().toString();
        var statement = statement(id, account(learner), COMPLETED, LESSON);

        var first = post(statement).has(200);
        var again = post("[" + statement + "]").has(200);

        assertThat(ids(first)).containsExactly(id);
        assertThat(ids(again)).containsExactly(id);
        assertThat(first.headers().getFirst(VERSION)).isEqualTo("1.0.3");
        var records = records(learner);
        assertThat(records).hasSize(1);
        assertThat(records.getFirst().path("type").asString()).isEqualTo("LESSON");
        assertThat(records.getFirst().path("occurredAt").asString()).isEqualTo("2026-11-18T01:00:00Z");
    }

    @Test
    void theNameOfTheActivityIsTheTitleOfItsSource() {
        long learner = Learners.next();
        var named = """
                {"id": "http://lms/lessons/%d", "definition": {"type": "http://adlnet.gov/expapi/activities/lesson",
                  "name": {"en-US": "Loops", "zh-CN": "\u5faa\u73af"}}}""".formatted(learner);

        post(statement(null, account(learner), COMPLETED, named)).has(200);
        post(statement(null, account(learner), COMPLETED, named)).has(200);

        assertThat(records(learner))
                .extracting(item -> item.path("title").asString())
                .containsExactly("Loops");
        post(statement(null, account(learner), COMPLETED, named.replace("\"Loops\"", "[]")))
                .isInvalid("statements[0].object.definition.name.en-US");
        post(statement(null, account(learner), COMPLETED, LESSON.replace("}}", ", \"name\": null}}")))
                .isInvalid("statements[0].object.definition.name");
    }

    @Test
    void aStatementWithoutAnIdIsGivenOneAndPaysOnce() {
        long learner = Learners.next();
        var statement = statement(null, account(learner), COMPLETED, LESSON);

        var ids = ids(post(statement).has(200));

        assertThat(ids).hasSize(1).allMatch(id -> id.matches(Statement.ID));
        assertThat(ids(post(statement).has(200))).isEqualTo(ids);
        assertThat(records(learner)).hasSize(1);
    }

    @Test
    void aStatementMayBePutUnderItsId() {
        long learner = Learners.next();
        var id = UUID.randomUUID().toString();

        put("?statementId=" + id, statement(null, account(learner), COMPLETED, LESSON))
                .has(204);
        put("?statementId=" + id, statement(id, account(learner), COMPLETED, LESSON))
                .has(204);

        assertThat(records(learner)).hasSize(1);
        var statement = statement(id, account(learner), COMPLETED, LESSON);
        put("?statementId=" + UUID.randomUUID(), statement).isInvalid("id");
        put("?statementId=" + id, statement.replace("\"verb\"", "\"word\"")).isInvalid("verb");
        put("?statementId=7", statement).isInvalid("statementId");
        put("", statement).isInvalid("statementId");
        put("?statementId=" + id, "[" + statement + "]").isProblem(400, "invalid-request");
    }

    @Test
    void actorsAreLearnersByTheirAccountOrTheirAddress() {
        long learner = Learners.next();
        var note = "{\"objectType\": \"Activity\", \"id\": \"https://lms.example.org/notes/1\"}";
        var commented = "http://adlnet.gov/expapi/verbs/commented";

        post("""
                [%s, %s]
                """.formatted(
                                statement(null, """
                                {"objectType": "Agent", "account": {"homePage": "https://school.example.org", "name": "student-%d"}}
                                """.formatted(learner), COMPLETED, LESSON),
                                statement(
                                        null,
                                        "{\"mbox\": \"mailto:%d@learners.example.org\"}".formatted(learner),
                                        commented,
                                        note)))
                .has(200);

        assertThat(records(learner))
                .extracting(record -> record.path("type").asString())
                .containsExactlyInAnyOrder("LESSON", "NOTE");
    }

    @Test
    void anActivityCountsOnceASeasonHoweverManyStatementsTellOfIt() {
        long learner = Learners.next();

        post("[%s, %s]".formatted(lesson(learner, MORNING), lesson(learner, MORNING.replace("09:00", "10:00"))))
                .has(200);
        post(lesson(learner, "2026-11-19T09:00:00+08:00")).has(200);
        post(lesson(learner, "2026-10-18T09:00:00+08:00")).has(200);
        post(lesson(learner, MORNING).replace("lessons/7", "lessons/8")).has(200);

        assertThat(records(learner))
                .extracting(record -> record.path("occurredAt").asString())
                .containsExactlyInAnyOrder("2026-11-18T01:00:00Z", "2026-11-18T01:00:00Z", "2026-10-18T01:00:00Z");
    }

    @Test
    void anActivityThatComesManyTimesAtOnceCountsOnce() {
        long learner = Learners.next();

        try (var threads = Executors.newFixedThreadPool(6)) {
            var answers = IntStream.range(0, 12)
                    .mapToObj(i -> threads.submit(() -> post(lesson(learner, MORNING))))
                    .toList();
            assertThat(answers).allSatisfy(answer -> answer.get().has(200));
        }

        assertThat(records(learner)).hasSize(1);
    }

    /** The business day of Shanghai begins at 16:00 in UTC. */
    @Test
    void aRuleMayCountAnActivityOnceADay() {
        long learner = Learners.next();
        for (var at : List.of("2026-11-17T15:59:00Z", "2026-11-17T16:00:00Z", "2026-11-18T15:59:59Z")) {
            post(statement(uuid(), account(learner), "http://adlnet.gov/expapi/verbs/commented", """
                            {"id": "https://lms.example.org/notes/1"}""", at))
                    .has(200);
        }

        assertThat(records(learner))
                .extracting(record -> record.path("occurredAt").asString())
                .containsExactlyInAnyOrder("2026-11-17T15:59:00Z", "2026-11-17T16:00:00Z");
    }

    @Test
    void aRuleMayCountEachStatement() {
        long learner = Learners.next();
        var id = uuid();
        for (var each : List.of(id, id, uuid())) {
            post(statement(each, account(learner), "http://adlnet.gov/expapi/verbs/answered", LESSON))
                    .has(200);
        }

        assertThat(records(learner))
                .hasSize(2)
                .extracting(record -> record.path("sourceId").asString())
                .contains(id);
    }

    /** Each statement counted once, by its id, before activities did. */
    @Test
    void aStatementThatHasCountedByItsIdCountsNoMore() {
        long learner = Learners.next();
        var id = uuid();
        activities.take(List.of(new Activity(learner, "LESSON", id, Instant.parse("2026-11-18T01:00:00Z"))));

        post(statement(id, account(learner), COMPLETED, LESSON)).has(200);

        assertThat(records(learner)).hasSize(1);
    }

    @Test
    void aLoginSignsTheLearnerIn() {
        long learner = Learners.next();

        post(statement(null, account(learner), "https://w3id.org/xapi/adl/verbs/logged-in", "{\"id\": \"http://lms\"}"))
                .has(200);

        assertThat(api.learner(learner)
                        .get("/api/sign-ins/calendar?month=2026-11")
                        .at("/signedDays/0")
                        .asInt())
                .isEqualTo(18);
        await().untilAsserted(() -> assertThat(records(learner)).hasSize(1));
    }

    @Test
    void unmappedStatementsAreAcceptedCountedAndLeftOut() {
        long learner = Learners.next();
        var others = List.of(
                statement(null, account(learner), "http://adlnet.gov/expapi/verbs/launched", LESSON),
                statement(null, account(learner), COMPLETED, "{\"id\": \"http://lms/lessons/7\"}"),
                statement(null, account(learner), COMPLETED, "{\"objectType\": \"SubStatement\", \"actor\": {}}"),
                statement(
                        null,
                        account(learner),
                        "http://adlnet.gov/expapi/verbs/voided",
                        "{\"objectType\": \"StatementRef\", \"id\": \"6690e6c9-3ef0-4ed3-8b37-7f3964730bee\"}"),
                statement(null, "{\"mbox\": \"mailto:ada@example.org\"}", COMPLETED, LESSON),
                statement(null, "{\"openid\": \"http://ada.example.org\"}", COMPLETED, LESSON),
                statement(null, account(learner).replace("lms.", "other."), COMPLETED, LESSON),
                statement(
                        null, account(learner).replaceFirst("\\{", "{\"objectType\": \"Group\", "), COMPLETED, LESSON));
        double before = unmapped();

        var answer = post("[" + String.join(",", others) + "]").has(200);

        assertThat(ids(answer)).hasSize(8);
        assertThat(answer.headers().getFirst(UNMAPPED)).isEqualTo("0, 1, 2, 3, 4, 5, 6, 7");
        assertThat(answer.headers().getFirst(UNMAPPED_ACTORS)).isEqualTo("4, 5, 6, 7");
        assertThat(unmapped() - before).isEqualTo(8);
        assertThat(records(learner)).isEmpty();
    }

    @Test
    void adminsSeeTheLastUnmappedActorsAndActivities() {
        var verb = "http://launched/" + uuid();
        var name = uuid();
        var actor = "{\"account\": {\"homePage\": \"https://other.example.org\", \"name\": \"%s\"}}".formatted(name);
        post(statement(null, actor, COMPLETED, LESSON)).has(200);
        var answer = post(statement(null, actor, verb, LESSON)).has(200);

        assertThat(answer.headers().getFirst(UNMAPPED_ACTORS)).isEqualTo("0");
        var view = api.admin().actuator("/xapi").has(200);
        assertThat(view.at("/actors"))
                .filteredOn(each -> each.path("name").asString().equals(name))
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.path("kind").asString()).isEqualTo("account");
                    assertThat(each.path("homePage").asString()).isEqualTo("https://other.example.org");
                    assertThat(each.path("statements").asInt()).isEqualTo(2);
                });
        assertThat(view.at("/activities"))
                .filteredOn(each -> each.path("verb").asString().equals(verb))
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.path("activity").asString()).isEqualTo("http://lms/lessons/7");
                    assertThat(each.path("activityType").asString())
                            .isEqualTo("http://adlnet.gov/expapi/activities/lesson");
                    assertThat(each.path("statements").asInt()).isEqualTo(1);
                });
        api.service().actuator("/xapi").isProblem(403, "forbidden");
    }

    @Test
    void theAnswerNamesTheStatementsThatNoRuleFits() {
        long learner = Learners.next();
        var lesson = statement(null, account(learner), COMPLETED, LESSON);
        var other = statement(null, account(learner), "http://adlnet.gov/expapi/verbs/launched", LESSON);

        assertThat(post("[%s, %s]".formatted(lesson, other)).has(200).headers().getFirst(UNMAPPED))
                .isEqualTo("1");
        assertThat(post(lesson).has(200).headers().getFirst(UNMAPPED)).isNull();
        assertThat(put("?statementId=" + uuid(), other).has(204).headers().getFirst(UNMAPPED))
                .isEqualTo("0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "object.id | \"object\": {\"id\": | \"object\": {\"name\":",
                "object.id | \"object\": {\"id\": | \"object\": {\"objectType\": \"StatementRef\", \"name\":",
                "object.id | http://lms/lessons/7 | ''",
                "object.id | \"http://lms/lessons/7\" | null",
                "object.objectType | \"object\": { | \"object\": {\"objectType\": null, ",
                "object.definition.type | \"http://adlnet.gov/expapi/activities/lesson\" | null",
                "id | \"actor\" | \"id\": null, \"actor\"",
                "timestamp | \"2026-11-18T09:00:00+08:00\" | null",
                "timestamp | +08:00 | -00:00",
                "timestamp | +08:00 | -0000",
                "timestamp | +08:00 | -00",
                "timestamp | +08:00 | +080",
                "timestamp | T09:00:00+08:00 | ''",
                "timestamp | \"2026-11-18T09:00:00+08:00\" | 20261118",
                "actor.account | \"actor\": { | \"actor\": {\"account\": null, \"x\": {\"a\": 1}, \"mbox\": \"mailto:7@learners.example.org\", \"y\": {",
                "actor.mbox | \"actor\": { | \"actor\": {\"mbox\": null, ",
                "actor | \"actor\": { | \"actor\": {\"mbox\": \"mailto:7@learners.example.org\", ",
                "actor | \"actor\": { | \"actor\": {\"mbox_sha1sum\": \"ebd31e95054c018b10727ccffd2ef2ec3a016ee9\", ",
                "actor | \"actor\": { | \"actor\": {\"openid\": \"http://ada.example.org\", ",
                "actor | \"account\" | \"name\"",
            })
    void statementsAgainstTheStandardAreRefused(String field, String part, String instead) {
        var good = statement(null, account(Learners.next()), COMPLETED, LESSON);
        var bad = good.replace(part, instead);

        assertThat(bad).isNotEqualTo(good);
        post("[" + good + "," + bad + "]").isInvalid("statements[1]." + field);
        put("?statementId=" + uuid(), bad).isInvalid(field);
    }

    @ParameterizedTest
    @ValueSource(strings = {"T09:00:00+0800", "T09:00:00+08", "T01:00:00.0+0000", "T01:00:00+00", "T00:00:00-01"})
    void allOffsetsOfTheStandardAreTaken(String time) {
        long learner = Learners.next();

        post(statement(null, account(learner), COMPLETED, LESSON, "2026-11-18" + time))
                .has(200);

        assertThat(records(learner))
                .extracting(record -> record.path("occurredAt").asString())
                .containsExactly("2026-11-18T01:00:00Z");
    }

    @Test
    void everyAnswerNamesItsVersion() {
        var service = api.service();
        var json = bytes("{}");

        assertThat(List.of(
                        api.anonymous().post(PATH, JSON, json, VERSION, "2.0").has(401),
                        api.learner(Learners.next())
                                .post(PATH, JSON, json, VERSION, "2.0")
                                .has(403),
                        service.post(PATH, JSON, json).has(400),
                        service.post(PATH, JSON, json, VERSION, "3").has(400),
                        service.post("/xapi/activities", JSON, json, VERSION, "2.0")
                                .has(404),
                        service.get(PATH, VERSION, "2.0").has(405),
                        service.post(PATH, JSON, new byte[3_000_000], VERSION, "2.0")
                                .has(413),
                        service.post(PATH, "text/plain", json, VERSION, "2.0").has(415),
                        service.get("/xapi/about").has(200)))
                .extracting(answer -> answer.headers().get(VERSION))
                .containsOnly(List.of("2.0.0"));
        assertThat(service.post(PATH, JSON, new byte[3_000_000], VERSION, "1.0.1")
                        .has(413)
                        .headers()
                        .getFirst(VERSION))
                .isEqualTo("1.0.3");
    }

    @Test
    void aBatchWithOneInvalidStatementIsRefusedWholly() {
        long learner = Learners.next();
        var good = statement(null, account(learner), COMPLETED, LESSON);
        var id = UUID.randomUUID().toString();

        post("[" + good + ", {\"actor\": {}}]").isProblem(400, "invalid-request");
        post("[" + good + ", null]").isInvalid("statements[1]");
        post("[" + good + "," + statement("7", account(learner), COMPLETED, LESSON) + "]")
                .isInvalid("statements[1].id");
        post("[" + good + "," + good.replace(MORNING, "yesterday") + "]").isInvalid("statements[1].timestamp");
        post("[" + good + "," + good.replace(COMPLETED, "") + "]").isInvalid("statements[1].verb.id");
        var twice = statement(id, account(learner), COMPLETED, LESSON);
        post("[" + twice + "," + twice + "]").isInvalid("statements");
        post(manyOf(good, 201)).isInvalid("statements");

        assertThat(records(learner)).isEmpty();
    }

    /** Ids that are made of the same parts are no error of the sender, who gave none. */
    @Test
    void statementsWithoutIdsMayBeEqual() {
        long learner = Learners.next();
        var one = statement(null, account(learner), COMPLETED, LESSON);

        post("[" + one + "," + one + "]").has(200);
        assertThat(records(learner)).hasSize(1);
    }

    @Test
    void aFieldOfASingleStatementIsNamedAsInAListOfOne() {
        var good = statement(null, account(Learners.next()), COMPLETED, LESSON);

        post(good.replace(MORNING, "yesterday")).isInvalid("statements[0].timestamp");
        post(good.replace(COMPLETED, "")).isInvalid("statements[0].verb.id");
    }

    @Test
    void twoHundredStatementsMayComeAtOnce() {
        assertThat(ids(post(manyOf("""
                        {"actor": {"mbox": "mailto:ada@example.org"}, "verb": {"id": "did"}, "object": {"id": "http://lms"}}""", 200)).has(200))).hasSize(200);
        assertThat(ids(post("[]").has(200))).isEmpty();
    }

    @Test
    void theVersionIsAgreedOnFirst() {
        var service = api.service();

        service.post(PATH, JSON, bytes("{")).isInvalid(VERSION);
        service.post(PATH, JSON, bytes("{"), VERSION, "0.95").isInvalid(VERSION);
        service.post(PATH, JSON, bytes("{"), VERSION, "1.0.x").isInvalid(VERSION);
        assertThat(answering("1.0")).isEqualTo("1.0.3");
        assertThat(answering("1.0.1")).isEqualTo("1.0.3");
        assertThat(answering("2.0.0")).isEqualTo("2.0.0");
        assertThat(service.get("/xapi/about").has(200).list("version"))
                .extracting(JsonNode::asString)
                .containsExactly("1.0.3", "2.0.0");
    }

    private String answering(String version) {
        return String.valueOf(api.service()
                .post(PATH, JSON, bytes("{"), VERSION, version)
                .isInvalid("body")
                .headers()
                .getFirst(VERSION));
    }

    @ParameterizedTest
    @ValueSource(strings = {"multipart/mixed; boundary=x", "application/x-www-form-urlencoded"})
    void attachmentsAndFormsAreRefused(String type) {
        api.service()
                .post(PATH + "?method=PUT", type, bytes("--x--"), VERSION, "1.0.3")
                .isProblem(415, "unsupported-media-type");
    }

    @Test
    void statementsCannotBeRead() {
        api.service().get(PATH, VERSION, "1.0.3").isProblem(405, "method-not-allowed");
    }

    private static String account(long learner) {
        return "{\"account\": {\"homePage\": \"https://lms.example.org\", \"name\": \"%d\"}}".formatted(learner);
    }

    private static String lesson(long learner, String at) {
        return statement(uuid(), account(learner), COMPLETED, LESSON, at);
    }

    private static String uuid() {
        return UUID.randomUUID().toString();
    }

    private static String statement(@Nullable String id, String actor, String verb, String object) {
        return statement(id, actor, verb, object, MORNING);
    }

    private static String statement(@Nullable String id, String actor, String verb, String object, String at) {
        return """
                {%s"actor": %s, "verb": {"id": "%s", "display": {"en": "did"}}, "object": %s, "timestamp": "%s"}""".formatted(id == null ? "" : "\"id\": \"" + id + "\", ", actor, verb, object, at);
    }

    private static String manyOf(String statement, int number) {
        return IntStream.range(0, number).mapToObj(i -> statement).collect(Collectors.joining(",", "[", "]"));
    }

    private Answer post(String body) {
        return api.service().post(PATH, JSON, bytes(body), VERSION, "1.0.3");
    }

    private Answer put(String query, String body) {
        return api.service().put(PATH + query, JSON, bytes(body), VERSION, "2.0.0");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> ids(Answer answer) {
        return answer.body().values().stream().map(JsonNode::asString).toList();
    }

    private List<JsonNode> records(long learner) {
        return api.learner(learner).pages("/api/points/records?limit=100");
    }

    private double unmapped() {
        return metrics.counter(StatementIntake.STATEMENTS, "outcome", "unmapped")
                .count();
    }
}
