package io.streakboard.xapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.activities.Activities;
import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import io.streakboard.xapi.XapiProperties.AccountRule;
import io.streakboard.xapi.XapiProperties.StatementRule;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import tools.jackson.databind.JsonNode;

/** The rules are those of {@code application-courses.yaml}. */
@IntegrationTest
class XapiIntegrationTests {

    private static final String PATH = "/xapi/statements";
    private static final String JSON = "application/json";
    private static final String VERSION = "X-Experience-API-Version";
    private static final String MORNING = "2026-11-18T09:00:00+08:00";

    private static final String LESSON = """
            {"id": "http://lms/lessons/7", "definition": {"type": "http://adlnet.gov/expapi/activities/lesson"}}""";

    private static final String COMPLETED = "http://adlnet.gov/expapi/verbs/completed";

    private final Api api;
    private final MeterRegistry metrics;
    private final Activities activities;
    private final BusinessTime time;

    XapiIntegrationTests(Api api, MeterRegistry metrics, Activities activities, BusinessTime time) {
        this.api = api;
        this.metrics = metrics;
        this.activities = activities;
        this.time = time;
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
        assertThat(records.getFirst().path("sourceId").asString()).isEqualTo(id);
        assertThat(records.getFirst().path("occurredAt").asString()).isEqualTo("2026-11-18T01:00:00Z");
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

        assertThat(records(learner))
                .extracting(record -> record.path("sourceId").asString())
                .containsExactly(id);
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
    void whatNoRuleFitsIsAcceptedCountedAndLeftOut() {
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

        assertThat(ids(post("[" + String.join(",", others) + "]").has(200))).hasSize(8);

        assertThat(unmapped() - before).isEqualTo(8);
        assertThat(records(learner)).isEmpty();
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
        assertThat(service.get("/xapi/about").has(200).body().path("version").values())
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
    void nobodyReadsStatements() {
        api.service().get(PATH, VERSION, "1.0.3").isProblem(405, "method-not-allowed");
    }

    @Test
    void aRuleWithAnUnknownPointsTypeStopsTheStart() {
        var account = new AccountRule("https://lms", LearnerPattern.of("{learner}"));
        var rules = List.of(
                new StatementRule("did", null, null, "LESSON"), new StatementRule("did", null, null, "JUGGLING"));

        assertThatThrownBy(() ->
                        new StatementMapping(new XapiProperties(rules, List.of(account), List.of()), activities, time))
                .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                .hasMessageContaining("streakboard.xapi.rules[1].type")
                .hasMessageContaining("JUGGLING");
    }

    private static String account(long learner) {
        return "{\"account\": {\"homePage\": \"https://lms.example.org\", \"name\": \"%d\"}}".formatted(learner);
    }

    private static String statement(@Nullable String id, String actor, String verb, String object) {
        return """
                {%s"actor": %s, "verb": {"id": "%s", "display": {"en": "did"}}, "object": %s, "timestamp": "%s"}""".formatted(id == null ? "" : "\"id\": \"" + id + "\", ", actor, verb, object, MORNING);
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
