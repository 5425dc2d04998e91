package io.streakboard.identity;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.process.Token;
import io.streakboard.signin.journal.JournalKeys;
import io.streakboard.support.Api;
import io.streakboard.support.Api.Answer;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Rest;
import io.streakboard.support.Route;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.endpoint.web.WebEndpointsSupplier;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.TestPropertySource;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** The application with learners who are known by the platform's own keys. */
@IntegrationTest
@TestPropertySource(properties = {"streakboard.learners.keys=texts", "streakboard.privacy.choice=true"})
@DirtiesContext
@ExtendWith(OutputCaptureExtension.class)
class TextKeysIntegrationTests {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final String NOON = "2026-11-18T03:00:00Z";

    private final String ada = UUID.randomUUID().toString();
    private final String ben = ("auth0|" + UUID.randomUUID() + "-".repeat(128)).substring(0, 128);
    private final String carl = UUID.randomUUID().toString();
    private final String dora = UUID.randomUUID().toString();
    private final String eve = "=1+1,\"" + UUID.randomUUID() + "\"";

    private final Api api;
    private final Rest rest;
    private final LearnerKeys keys;
    private final JdbcClient jdbc;
    private final LearnerDeletion deletion;
    private final StringRedisTemplate redis;
    private final JournalKeys journal;
    private final List<Route> routes;
    private final Api.Caller service;
    private final Api.Caller admin;

    /** Keys {@code twin-7:a} and {@code twin-7:b} have the same id. */
    @TestConfiguration
    static class Twins {

        @Bean
        @Primary
        LearnerHash twins() {
            return new LearnerHash() {
                @Override
                long of(String key) {
                    return super.of(key.startsWith("twin-") ? key.substring(0, key.indexOf(':')) : key);
                }
            };
        }
    }

    /** All that the application has answered, by request. */
    private final Map<String, String> answers = new TreeMap<>();

    private final Set<String> paths = new TreeSet<>();
    private final Set<String> answered = new TreeSet<>();

    TextKeysIntegrationTests(
            Api api,
            Rest rest,
            LearnerKeys keys,
            JdbcClient jdbc,
            LearnerDeletion deletion,
            StringRedisTemplate redis,
            JournalKeys journal,
            @Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping handlers,
            WebEndpointsSupplier endpoints) {
        this.api = api;
        this.service = caller("lms", "service");
        this.admin = caller("head", "admin");
        this.rest = rest;
        this.keys = keys;
        this.jdbc = jdbc;
        this.deletion = deletion;
        this.redis = redis;
        this.journal = journal;
        this.routes = Route.all(handlers, endpoints);
    }

    private Api.Caller caller(String subject, String scope) {
        return api.bearing(Token.of(subject).claim("scope", scope).signed());
    }

    private Api.Caller learner(String key) {
        return caller(key, "");
    }

    private Answer seen(String request, Answer answer) {
        answers.merge(request, answer.body().toString(), (one, other) -> one + "\n" + other);
        return answer;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static Map<String, Object> activity(String learner, String type, String source, String at) {
        return Map.of("learner", learner, "type", type, "sourceId", source, "occurredAt", at);
    }

    @Test
    void aLearnerGoesFromTheFirstSignInToAPlaceOnTheBoard() {
        learner(ada).post("/api/sign-ins").has(201);
        learner(ada).post("/api/sign-ins").has(200);
        assertThat(service.post(
                                "/api/activities",
                                Map.of("activities", List.of(activity(ada, "LESSON", "loops", NOON))))
                        .has(200)
                        .each("results", "outcome"))
                .containsExactly("AWARDED");

        await().untilAsserted(() -> assertThat(learner(ada)
                        .get("/api/boards/points/around/me")
                        .has(200)
                        .each("items", "member"))
                .contains(ada));
        assertThat(service.get("/api/boards/points/scores/" + ada)
                        .has(200)
                        .at("/member")
                        .asString())
                .isEqualTo(ada);
        assertThat(service.get("/api/boards/points/scores/" + encoded(ben))
                        .has(200)
                        .at("/member")
                        .asString())
                .isEqualTo(ben);
        assertThat(service.get("/api/learners/" + encoded(ben) + "/calendar?month=2026-11")
                        .has(200)
                        .at("/total")
                        .asInt())
                .isZero();
        assertThat(keysStored(ada, ben)).containsExactly(ada);
    }

    private List<String> keysStored(String... some) {
        return jdbc.sql("SELECT learner_key FROM learner_key WHERE learner_key IN (:keys) ORDER BY learner_key")
                .param("keys", List.of(some))
                .query((row, number) -> row.getString(1))
                .list();
    }

    @Test
    void whatIsNoKeyIsRefusedEverywhere() {
        learner("a b").get("/api/points/summary").isProblem(403, "not-a-learner");
        service.get("/api/learners/a%3Bb/calendar?month=2026-11").has(400);
        service.post("/api/activities", Map.of("activities", List.of(activity("a b", "LESSON", "x", NOON))))
                .isInvalid("activities[0].learner");
        service.post(
                        "/api/activities",
                        "{\"activities\":[{\"learner\":42,\"type\":\"LESSON\",\"sourceId\":\"x\",\"occurredAt\":\""
                                + NOON + "\"}]}")
                .isInvalid("activities[0].learner");
        service.get("/api/boards/points/scores/a%20b").isInvalid("member");
        admin.actuate("/signins", Map.of("action", "verify", "learner", "a b")).has(400);
    }

    /** Nothing is left but the mark. */
    @Test
    void aDeletedLearnerIsGoneForGood() {
        learner(dora).post("/api/sign-ins").has(201);
        rest.await();
        assertThat(keysStored(dora)).containsExactly(dora);

        assertThat(admin.delete("/api/learners/" + dora).has(202).at("/learner").asString())
                .isEqualTo(dora);

        rest.await();
        deletion.repeatBefore(Instant.parse("2027-01-01T00:00:00Z"));
        rest.await();
        assertThat(keysStored(dora)).isEmpty();
        assertThat(jdbc.sql("SELECT DISTINCT type FROM feed WHERE subject = ?")
                        .param("learners/" + dora)
                        .query(String.class)
                        .list())
                .containsExactly("learner.deleted");
        learner(dora).post("/api/sign-ins").isProblem(410, "learner-deleted");
        assertThat(service.post(
                                "/api/activities",
                                Map.of("activities", List.of(activity(dora, "LESSON", "again", NOON))))
                        .has(200)
                        .each("results", "outcome"))
                .containsExactly("INVALID");
        rest.await();
        assertThat(keysStored(dora)).isEmpty();
        admin.delete("/api/learners/" + UUID.randomUUID()).isProblem(404, "not-found");
    }

    @Test
    void aSecondKeyOfAnIdIsRefusedAndNeverMixed() {
        var twin = "twin-" + UUID.randomUUID();
        var first = twin + ":a";
        var second = twin + ":b";
        learner(first).post("/api/sign-ins").has(201);

        learner(second).post("/api/sign-ins").isProblem(409, "learner-key-taken");
        service.get("/api/learners/" + second + "/points/summary").isProblem(409, "learner-key-taken");
        service.get("/api/boards/points/scores/" + second).isProblem(409, "learner-key-taken");
        isRefused(second);
        service.post("/api/boards/lessons/scores", Map.of("scores", List.of(score(first), score(second))))
                .has(200)
                .list("results")
                .forEach(result -> assertThat(result.path("outcome").asString())
                        .isEqualTo(result.path("index").asInt() == 0 ? "APPLIED" : "INVALID"));
        rest.await();
        assertThat(keysStored(first, second)).containsExactly(first);
    }

    private void isRefused(String key) {
        var answer = service.post(
                        "/api/activities", Map.of("activities", List.of(activity(key, "LESSON", "loops", NOON))))
                .has(200);
        assertThat(answer.at("/results/0/outcome").asString()).isEqualTo("INVALID");
        assertThat(answer.at("/results/0/reasons/0/code").asString()).isEqualTo("learner-key-taken");
    }

    /** As another instance has stored it. */
    @Test
    void aKeyThatOnlyTheTableKnowsIsNotMixedEither() {
        var twin = "twin-" + UUID.randomUUID();
        long id = requireNonNull(keys.idUnnoted(twin + ":a"));
        jdbc.sql("INSERT INTO learner_key (learner, learner_key) VALUES (?, ?)")
                .params(id, twin + ":a")
                .update();

        isRefused(twin + ":b");
        learner(twin + ":b").post("/api/sign-ins").isProblem(409, "learner-key-taken");
        learner(twin + ":a").post("/api/sign-ins").has(201);
        rest.await();
        assertThat(keysStored(twin + ":a", twin + ":b")).containsExactly(twin + ":a");
    }

    /** An instance answered and died before it drained the journal; this one has never met the learner. */
    @Test
    void aSignInThatIsOnlyInTheJournalBringsItsKey() {
        var twin = "twin-" + UUID.randomUUID();
        long id = requireNonNull(keys.idUnnoted(twin + ":a"));
        for (var key : List.of(twin + ":a", twin + ":b")) {
            redis.opsForStream()
                    .add(
                            journal.journalOf(id),
                            Map.of(
                                    "user",
                                    "" + id,
                                    "day",
                                    key.endsWith("a") ? "2026-11-18" : "2026-11-17",
                                    "kind",
                                    "REGULAR",
                                    "streak",
                                    "1",
                                    "points",
                                    "10",
                                    "at",
                                    "1795000000000",
                                    "key",
                                    key));
        }

        rest.await();

        assertThat(keysStored(twin + ":a", twin + ":b")).containsExactly(twin + ":a");
        assertThat(jdbc.sql("SELECT day FROM sign_in_log WHERE user_id = ?")
                        .param(id)
                        .query(String.class)
                        .list())
                .containsExactly("2026-11-18");
    }

    @Test
    void manyAreImportedWhileSomeOfThemSignIn() throws Exception {
        var many =
                Stream.generate(() -> UUID.randomUUID().toString()).limit(3_000).toList();
        var file = many.stream()
                .map(key -> key + ",LESSON,first," + NOON + "\n")
                .collect(Collectors.joining("", "user_id,type,source_id,occurred_at\n", ""));
        try (var signing = Executors.newFixedThreadPool(4)) {
            var signed = many.stream()
                    .limit(100)
                    .map(key -> signing.submit(
                            () -> learner(key).post("/api/sign-ins").has(201)))
                    .toList();
            imported("activities", file);
            for (var each : signed) {
                each.get();
            }
        }
        rest.await();

        assertThat(keysStored(many.toArray(String[]::new))).hasSize(many.size());
        assertThat(jdbc.sql("""
                                SELECT COUNT(*) FROM sign_in_log l LEFT JOIN learner_key k ON k.learner = l.user_id
                                 WHERE k.learner IS NULL
                                """).query(Long.class).single()).isZero();
    }

    @Test
    void noAnswerFileEventOrLogLineHasTheIdOfALearner(CapturedOutput log) throws Exception {
        prepare();
        imports();
        rest.await();
        settle();
        moderate();
        walk();
        stream();
        seen("audit", admin.actuator("/audit").has(200));

        var ids = Stream.of(ada, ben, carl, dora, eve)
                .map(keys::id)
                .map(String::valueOf)
                .toList();
        paths.removeAll(answered);
        assertThat(paths)
                .filteredOn(path -> path.startsWith("/api") && !path.contains("imports"))
                .containsExactly("/api/rewards/2026-11/credential"); // there is no title
        answers.put("log", log.getAll());
        assertThat(answers)
                .hasSizeGreaterThan(100)
                .allSatisfy((request, answer) -> assertThat(ids).as(request).noneMatch(answer::contains));
        assertThat(answers.get("GET /api/feed service")).contains(ada, "learners/" + ben);
        assertThat(answers.get("GET /api/seasons/{season}/totals.csv admin")).contains(ben, "\"'=1+1,\"\"");
        assertThat(answers.get("GET /api/boards/{board}/top service"))
                .contains(ada, ben)
                .doesNotContain(carl);
        assertThat(answers.get("audit")).contains(ada);
        assertThat(answers.get("GET /api/badges/{badge}/levels/{level}/credential learner"))
                .contains("https://learn.example.org/learners/" + ada);
    }

    private void prepare() {
        for (var key : List.of(ada, ben, carl, dora, eve)) {
            seen("sign in", learner(key).post("/api/sign-ins").has(201));
            seen(
                    "activities",
                    service.post(
                                    "/api/activities",
                                    Map.of("activities", List.of(activity(key, "LESSON", "loops", NOON))))
                            .has(200));
        }
        seen(
                "make-up",
                learner(ada)
                        .post("/api/sign-ins/make-ups", Map.of("day", "2026-11-17"))
                        .has(201));
        seen(
                "names",
                service.put("/api/learners", Map.of("learners", List.of(Map.of("id", ada, "name", "Ada"))))
                        .has(200));
        seen(
                "query",
                service.post("/api/learners/query", Map.of("learners", List.of(ada, ben), "fields", List.of("rank")))
                        .has(200));
        seen("scores", service.post("/api/boards/lessons/scores", Map.of("scores", List.of(score(ada), score(ben)))));
        seen(
                "roster",
                service.put(
                                "/api/groups",
                                Map.of(
                                        "key",
                                        "class-1",
                                        "name",
                                        "Class",
                                        "members",
                                        List.of(ada, ben),
                                        "owners",
                                        List.of(ada)))
                        .has(200));
        var made = seen(
                "group",
                learner(carl).post("/api/groups", Map.of("name", "Friends")).has(201));
        seen(
                "join",
                learner(ben)
                        .post(
                                "/api/groups/join",
                                Map.of("code", made.at("/code").asString()))
                        .has(200));
        seen(
                "privacy",
                learner(carl).put("/api/me/privacy", Map.of("board", "hidden")).has(200));
        seen(
                "adjustment",
                admin.post(
                                "/api/points/adjustments",
                                Map.of("learner", ada, "points", 5, "reason", "gift", "requestId", "r-" + ada))
                        .has(201));
        seen(
                "badge",
                admin.actuate("/badges", Map.of("action", "give", "learner", ada, "badge", "saver"))
                        .has(200));
        seen(
                "statement",
                service.post(
                        "/xapi/statements",
                        "application/json",
                        ("{\"actor\":{\"account\":{\"homePage\":\"https://lms.example.org\",\"name\":\"" + ada
                                        + "\"}},\"verb\":{\"id\":\"http://adlnet.gov/expapi/verbs/answered\"},"
                                        + "\"object\":{\"id\":\"https://lms.example.org/q/1\"}}")
                                .getBytes(StandardCharsets.UTF_8),
                        "X-Experience-API-Version",
                        "1.0.3"));
        seen("deletion", admin.delete("/api/learners/" + dora).has(202));
        seen("deleted", learner(dora).get("/api/points/summary").has(410));
    }

    private static Map<String, Object> score(String member) {
        return Map.of("member", member, "delta", 10, "messageId", "m-" + member, "occurredAt", NOON);
    }

    private void imports() {
        var other = UUID.randomUUID().toString();
        imported(
                "activities",
                "user_id,type,source_id,occurred_at\n" + ben + ",LESSON,old,2026-10-03T03:00:00Z\n" + other
                        + ",SIGN_IN,2026-10-04,2026-10-04T03:00:00Z\na b,LESSON,x,2026-10-05T03:00:00Z\n");
        imported("names", "user_id,name,avatar\n" + other + ",Otto,\n");
        imported("balances", "user_id,points,source_id\n" + other + ",100,opening\n");
        imported("badges", "user_id,badge,level,given_at\n" + other + ",saver,200,2026-10-04T03:00:00Z\n");
        imported(
                "scores",
                "board,member,partition,delta,score,message_id,occurred_at,extra\nlessons," + other + ",,5,,i-1," + NOON
                        + ",\n");
        assertThat(keysStored(other)).containsExactly(other);
    }

    private void imported(String kind, String file) {
        var id = admin.post("/api/imports?kind=" + kind, "text/csv", file.getBytes(StandardCharsets.UTF_8))
                .has(202)
                .at("/id")
                .asLong();
        var done = await().until(
                        () -> admin.get("/api/imports/" + id).has(200),
                        answer -> !answer.at("/state").asString().equals("RUNNING"));
        assertThat(seen("import", done).at("/state").asString()).isEqualTo("DONE");
        assertThat(done.at("/invalid").asInt()).as("%s", done.body()).isEqualTo(file.contains("\na b,") ? 1 : 0);
    }

    private void settle() {
        seen(
                "rehearsal",
                admin.actuate("/seasons/2026-11", Map.of("action", "rehearse")).has(200));
        await().until(
                        () -> seen(
                                "settle",
                                admin.actuate("/seasons/2026-10", Map.of("action", "settle"))
                                        .has(200)),
                        detail -> detail.at("/season/state").asString().equals("SETTLED"));
    }

    private void moderate() {
        for (var action : List.of("hide", "show", "verify")) {
            seen(
                    "lessons",
                    admin.actuate("/boards/lessons", Map.of("action", action, "member", ben))
                            .has(200));
            seen(
                    "points",
                    admin.actuate("/boards/points", Map.of("action", action, "member", ben))
                            .has(200));
        }
        seen(
                "drift",
                admin.actuate("/signins", Map.of("action", "verify", "learner", ada))
                        .has(200));
        seen("badges", admin.actuate("/badges", Map.of("action", "run")).has(200));
        seen(
                "replay",
                admin.actuate("/journal", Map.of("action", "replay", "learner", ada))
                        .has(200));
    }

    /** Reads each route, as each caller. */
    private void walk() throws IOException, InterruptedException {
        var group = service.get("/api/groups").has(200).at("/items/0/id").asString();
        for (var route : routes) {
            if (route.method().equals("GET") && !route.path().endsWith("/updates")) {
                for (var caller : Map.of("learner", learner(ada), "service", service, "admin", admin)
                        .entrySet()) {
                    var path = route.path()
                            .replace("{board}", "points")
                            .replace("{member}", encoded(ben))
                            .replace("{learner}", ada)
                            .replace("{season}", route.path().contains("board.csv") ? "2026-10" : "2026-11")
                            .replace("{year}", "2026")
                            .replace("{badge}", "saver")
                            .replace("{level}", "200")
                            .replace("{number}", "1")
                            .replaceAll("\\{.*}", route.path().contains("/groups/") ? group : ada);
                    answers.put(
                            "GET " + route.path() + " " + caller.getKey(),
                            get(route.actuator(), path, caller.getValue()));
                    paths.add(path);
                }
            }
        }
        for (var path : List.of(
                "/learners/" + ada,
                "/seasons/2026-10",
                "/seasons/2026-11",
                "/late/2026-10",
                "/top/points",
                "/boards/lessons",
                "/boards/points",
                "/learners/" + dora)) {
            answers.put("GET /actuator" + path, get(true, "/actuator" + path, admin));
        }
    }

    private String get(boolean actuator, String path, Api.Caller caller) throws IOException, InterruptedException {
        var url = actuator ? api.actuatorUrl() + path.substring("/actuator".length()) : api.url() + path;
        var request = HttpRequest.newBuilder(URI.create(url + "?month=2026-11&score=1&percent=50&limit=100&types=&ids="
                        + encoded(ada) + "," + encoded(ben)))
                .header("Authorization", "Bearer " + caller.token())
                .build();
        var answer = HTTP.send(request, BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(path + " %s", answer.body()).isLessThan(500);
        if (answer.statusCode() == 200) {
            answered.add(path);
        }
        var body = answer.body();
        return answer.headers().map()
                + "\n"
                + body
                + (body.startsWith("ey") ? new String(Base64.getUrlDecoder().decode(body.split("\\.")[1])) : "");
    }

    private void stream() throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(api.url() + "/api/boards/points/updates"))
                .header("Authorization", "Bearer " + learner(ada).token())
                .build();
        var read = new ArrayList<String>();
        try (var lines = HTTP.send(request, BodyHandlers.ofLines()).body()) {
            for (var each = lines.iterator();
                    read.stream().filter(line -> line.startsWith("data")).count() < 2; ) {
                read.add(each.next());
            }
        }
        answers.put("stream", String.join("\n", read));
        assertThat(answers.get("stream")).contains(ada);
    }
}
