package io.streakboard.rulebook;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.streakboard.activities.PointsTypes;
import io.streakboard.support.Api;
import io.streakboard.time.BusinessTime;
import io.streakboard.time.Utc;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@DatabaseRulebook
class PublicationIntegrationTests {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final String MERGE_PATCH = "application/merge-patch+json";
    private static final String JSON = "application/json";
    private static final String NEW_TYPE = "{\"types\": {\"NEW_TYPE\": {\"points\": 20}}}";

    private final Api api;
    private final PublishedRules rules;
    private final Rulebook rulebook;
    private final RulebookVersions versions;
    private final RuleReader reader;
    private final RulebookHealthIndicator health;
    private final PointsTypes types;
    private final JdbcClient jdbc;
    private final DataSource database;
    private final BusinessTime time;

    PublicationIntegrationTests(
            Api api,
            PublishedRules rules,
            Rulebook rulebook,
            RulebookVersions versions,
            RuleReader reader,
            RulebookHealthIndicator health,
            PointsTypes types,
            JdbcClient jdbc,
            DataSource database,
            BusinessTime time) {
        this.api = api;
        this.rules = rules;
        this.rulebook = rulebook;
        this.versions = versions;
        this.reader = reader;
        this.health = health;
        this.types = types;
        this.jdbc = jdbc;
        this.database = database;
        this.time = time;
    }

    private record Reply(int status, String type, String mediaType, JsonNode body) {

        Set<String> fields() {
            return body.path("errors").values().stream()
                    .map(error -> error.path("field").asString())
                    .collect(toSet());
        }
    }

    private Reply send(String method, String path, String contentType, String body, String ifMatch) {
        var request = HttpRequest.newBuilder(URI.create(api.url() + "/api/rulebook" + path))
                .header("Authorization", "Bearer " + api.admin().token())
                .header("Content-Type", contentType)
                .method(method, BodyPublishers.ofString(body));
        if (!ifMatch.isEmpty()) {
            request.header("If-Match", ifMatch);
        }
        try {
            var answer = HTTP.send(request.build(), BodyHandlers.ofString());
            var json = answer.body().isEmpty()
                    ? JsonMapper.shared().createObjectNode()
                    : JsonMapper.shared().readTree(answer.body());
            var type = json.path("type").asString("");
            return new Reply(
                    answer.statusCode(),
                    type.substring(type.lastIndexOf(':') + 1),
                    answer.headers().firstValue("Content-Type").orElse(""),
                    json);
        } catch (IOException | InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private Reply patch(String body) {
        return patch("", body);
    }

    private Reply patch(String query, String body) {
        return send("PATCH", query, MERGE_PATCH, body, current());
    }

    private String current() {
        return "\"" + rulebook.version() + "\"";
    }

    private String later(int days) {
        return time.startOf(time.today().plusDays(days)).toString();
    }

    /** So the next test may publish. */
    @AfterEach
    void withdrawPending() {
        jdbc.sql("DELETE FROM rulebook_version WHERE valid_from > ?")
                .param(Utc.column(time.now()))
                .update();
        rulebook.refresh();
    }

    @Test
    void publishesAPatch() {
        long version = rules.publish(NEW_TYPE);

        assertThat(rulebook.version()).isEqualTo(version);
        assertThat(types.codes().contains("NEW_TYPE")).isTrue();
    }

    @Test
    void publishesOneVersionAtATimeThatCanBeWithdrawn() {
        var published =
                patch("?validFrom=" + later(2) + "&reason=campaign", "{\"types\": {\"LATER\": {\"points\": 3}}}");
        long number = published.body().path("version").asLong();

        assertThat(published.status()).isEqualTo(201);
        assertThat(published.body().path("reason").asString()).isEqualTo("campaign");
        assertThat(send("GET", "", JSON, "", "").body().at("/pending/version").asLong())
                .isEqualTo(number);
        assertThat(types.codes().contains("LATER")).isFalse();
        assertThat(patch(NEW_TYPE.replace("NEW", "OTHER")).type()).isEqualTo("rulebook-pending");

        assertThat(send("DELETE", "/versions/" + number, JSON, "", "").status()).isEqualTo(204);

        assertThat(rulebook.pending()).isNull();
        assertThat(send("GET", "/versions?limit=1", JSON, "", "")
                        .body()
                        .at("/items/0/withdrawnAt")
                        .isNull())
                .isFalse();
        assertThat(jdbc.sql("SELECT COUNT(*) FROM admin_action WHERE target LIKE '/api/rulebook%' AND outcome = 'DONE'")
                        .query(Long.class)
                        .single())
                .isGreaterThanOrEqualTo(2);
    }

    @Test
    void aVersionThatInstancesMayUseCannotBeWithdrawn() {
        long number = patch("{\"types\": {\"SOON\": {\"points\": 3}}}")
                .body()
                .path("version")
                .asLong();

        assertThat(send("DELETE", "/versions/" + number, JSON, "", "").type()).isEqualTo("version-valid");
    }

    @Test
    void publishesOnlyWhatIsBasedOnTheNewestVersion() {
        assertThat(send("PATCH", "", MERGE_PATCH, NEW_TYPE, "").type()).isEqualTo("precondition-required");
        assertThat(send("PATCH", "", MERGE_PATCH, NEW_TYPE, "7").status()).isEqualTo(400);
        assertThat(send("PATCH", "", MERGE_PATCH, NEW_TYPE, "\"999\"").type()).isEqualTo("version-changed");
        assertThat(send("PATCH", "", JSON, NEW_TYPE, current()).status()).isEqualTo(415);
        assertThat(patch("{}").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @MethodSource("times")
    void refusesTimesWhenNotAllCanKnow(String validFrom, String rules) {
        assertThat(patch("?validFrom=" + validFrom, rules)
                        .body()
                        .at("/errors/0/field")
                        .asString())
                .isEqualTo("validFrom");
    }

    static Stream<Arguments> times() {
        return Stream.of(
                arguments("1970-01-01T00:00:00Z", NEW_TYPE),
                arguments("9999-12-30T00:00:00Z", NEW_TYPE),
                arguments("1969-01-01T00:00:00Z", NEW_TYPE),
                arguments("2026-11-18T03:00:00Z", NEW_TYPE),
                arguments("2026-11-20T03:00:00Z", "{\"signIn\": {\"ladder\": [7]}}"));
    }

    @ParameterizedTest
    @MethodSource("badBodies")
    void storesNothingOfABadDocument(int status, String body) {
        var before = current();
        long versionsBefore = versions.count();

        for (var refused : List.of(patch(body), send("PUT", "", JSON, body, before))) {
            assertThat(refused.status()).as("%s", refused.body()).isEqualTo(status);
            assertThat(refused.mediaType()).isEqualTo("application/problem+json");
        }
        assertThat(send("POST", "/check", MERGE_PATCH, body, "").status()).isEqualTo(status);

        assertThat(versions.count()).isEqualTo(versionsBefore);
    }

    static Stream<Arguments> badBodies() {
        return Stream.of(
                arguments(400, "[]"),
                arguments(400, "null"),
                arguments(400, "7"),
                arguments(400, "{"),
                arguments(400, "{\"types\": {\"A\": {\"points\": NaN}}}"),
                arguments(400, "{\"types\": {\"A\": {\"points\": 1, \"points\": 2}}}"),
                arguments(400, "{\"a\":".repeat(200) + "1" + "}".repeat(200)),
                arguments(400, "{\"types\": {\"A\": {\"label\\ud800\": \"a\"}}}"),
                arguments(400, many("boards", 100_000)),
                arguments(413, "{\"types\": {\"A\": {\"label\": \"" + "x".repeat(2 * 1024 * 1024) + "\"}}}"));
    }

    @ParameterizedTest
    @MethodSource("badMembers")
    void storesNothingOfADocumentWithViolationsAndTellsTheirPaths(String body, List<String> paths) {
        long before = versions.count();

        var refused = patch(body);
        var checked = send("POST", "/check", MERGE_PATCH, body, "");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.type()).isEqualTo("rules-refused");
        assertThat(refused.mediaType()).isEqualTo("application/problem+json");
        assertThat(refused.fields()).containsExactlyInAnyOrderElementsOf(paths);
        assertThat(checked.status()).isEqualTo(200);
        assertThat(checked.body().path("violations").values())
                .extracting(violation -> violation.path("path").asString())
                .containsOnlyOnceElementsOf(paths);
        assertThat(versions.count()).isEqualTo(before);
    }

    static Stream<Arguments> badMembers() {
        return Stream.of(
                arguments(
                        "{\"types\": {\"__proto__\": {\"points\": 1}}, \"__proto__\": {}}",
                        List.of("/types/__proto__", "/__proto__")),
                arguments("{\"types\": {\"A\": {\"__proto__\": 1}}}", List.of("/types/A/__proto__")),
                arguments("{\"boards\": {\"__proto__\": {}}}", List.of("/boards/__proto__")),
                arguments("{\"types\": {\"A\": {\"label\": \"\\ud800\"}}}", List.of("/types/A/label")),
                arguments("{\"types\": {\"A\": {\"points\": 1e99}}}", List.of("/types/A/points")),
                arguments("{\"types\": {\"A\": {\"points\": 1e400}}}", List.of("/types/A/points")),
                arguments(
                        "{\"types\": 5, \"bonuses\": [], \"signIn\": \"x\"}", List.of("/types", "/bonuses", "/signIn")),
                arguments(
                        "{\"bonuses\": {\"b\": %s, \"c\": %s, \"d\": %s}}"
                                .formatted(bonus("0"), bonus("-1"), bonus("1000000000")),
                        List.of("/bonuses/b/percent", "/bonuses/c/percent", "/bonuses/d/percent")),
                arguments("{\"boards\": {\"b\": {\"period\": \"-1s\"}}}", List.of("/boards/b/period")),
                arguments("{\"boards\": {\"b\": {\"retention\": \"-1s\"}}}", List.of("/boards/b/retention")),
                arguments(many("types", 6_000), List.of("/types")));
    }

    private static String bonus(String percent) {
        return "{\"percent\": %s, \"from\": \"2026-12-21T00:00:00Z\", \"to\": \"2026-12-28T00:00:00Z\"}"
                .formatted(percent);
    }

    private static String many(String member, int count) {
        return "{\"" + member + "\": {"
                + IntStream.range(0, count).mapToObj(i -> "\"B" + i + "\": {}").collect(joining(", ")) + "}}";
    }

    @Test
    void tellsEachViolationByItsPath() {
        var refused = patch("{\"types\": {\"A\": {\"points\": -1}}, \"bonuses\": {\"b\": {\"percent\": 0}}, \"x\": 1}");

        assertThat(refused.type()).isEqualTo("rules-refused");
        assertThat(refused.body().path("errors").values().stream()
                        .map(error -> error.path("field").asString()))
                .contains("/types/A/points", "/bonuses/b/percent", "/x");
    }

    @Test
    void checksWithoutAChange() {
        long before = versions.count();

        var check = send("POST", "/check", MERGE_PATCH, NEW_TYPE.replace("NEW", "CHECKED"), "");

        assertThat(check.status()).isEqualTo(200);
        assertThat(check.body().at("/violations").isEmpty()).isTrue();
        assertThat(check.body().at("/effects/0/path").asString()).isEqualTo("/types/CHECKED_TYPE");
        assertThat(versions.count()).isEqualTo(before);
    }

    @Test
    void restoresAnEarlierVersion() {
        rules.publish("{\"types\": {\"GONE\": {\"points\": 20}}}");

        assertThat(send("POST", "", JSON, "{\"restore\": 1, \"reason\": \"a mistake\"}", "")
                        .status())
                .isEqualTo(201);
        assertThat(send("POST", "", JSON, "{\"restore\": 99999}", "").type()).isEqualTo("version-not-found");
    }

    @Test
    void ofManyPublishersOneIsFirst() throws Exception {
        var expected = current();
        var calls = new ArrayList<Callable<Integer>>();
        for (int i = 0; i < 8; i++) {
            var body = "{\"types\": {\"RACE_%d\": {\"points\": 20}}}".formatted(i);
            calls.add(() -> send("PATCH", "", MERGE_PATCH, body, expected).status());
        }
        try (var threads = Executors.newFixedThreadPool(8)) {
            var statuses = new ArrayList<Integer>();
            for (var answer : threads.invokeAll(calls)) {
                statuses.add(answer.get());
            }
            assertThat(statuses).containsOnlyOnce(201).containsOnly(201, 409);
        }
    }

    /** If it kept its time, other instances could pay by the former rules after it. */
    @Test
    void aVersionWhoseStorageIsHeldUpIsValidLater() throws Exception {
        Instant released;
        Future<Reply> publication;
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                var holder = requireNonNull(database.getConnection())) {
            holder.setAutoCommit(false);
            JdbcClient.create(new SingleConnectionDataSource(holder, true))
                    .sql("""
                            INSERT INTO rulebook_version (number, document, digest, valid_from, published_at, source)
                            SELECT ?, document, digest, valid_from, published_at, source FROM rulebook_version
                             WHERE number = 1
                            """)
                    .param(versions.greatest() + 1)
                    .update();
            publication = threads.submit(() -> patch("{\"types\": {\"HELD\": {\"points\": 20}}}"));
            await().until(() ->
                    jdbc.sql("SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")
                                    .query(Long.class)
                                    .single()
                            > 0);
            var waiting = time.now();
            await().until(() ->
                    time.now().isAfter(waiting.plus(Publisher.NOTICE).minus(Publisher.STALE)));
            released = time.now();
            holder.rollback();
        }

        assertThat(publication.get().status()).isEqualTo(201);
        assertThat(Instant.parse(publication.get().body().path("validFrom").asString()))
                .isAfterOrEqualTo(released.plus(Publisher.NOTICE).truncatedTo(ChronoUnit.MILLIS));
    }

    @Test
    void followsAMySqlWithFewerVersions() {
        long kept = rulebook.version();
        long lost = rules.publish("{\"types\": {\"LOST\": {\"points\": 20}}}");

        jdbc.sql("DELETE FROM rulebook_version WHERE number = ?").param(lost).update();
        rulebook.refresh();

        assertThat(rulebook.version()).isEqualTo(kept);
        assertThat(types.codes().contains("LOST")).isFalse();
    }

    /** A midnight is chosen often, and sign-in rules have no other time. */
    @Test
    void followsAMySqlWithAnotherVersionOfTheSameNumberAndTime() {
        var midnight = Instant.parse(later(1));
        long lost = rules.publish("{\"types\": {\"LOST\": {\"points\": 20}}}", midnight);
        assertThat(typesAt(midnight)).contains("LOST");
        jdbc.sql("DELETE FROM rulebook_version WHERE number = ?").param(lost).update();

        long next = rules.publish("{\"types\": {\"FOUND\": {\"points\": 20}}}", midnight);

        assertThat(next).isEqualTo(lost);
        assertThat(typesAt(midnight)).contains("FOUND").doesNotContain("LOST");
    }

    private String typesAt(Instant instant) {
        return reader.write(rulebook.rules(rulebook.headerAt(instant)))
                .path("types")
                .toString();
    }

    @Test
    void anInstanceThatDoesNotUnderstandTheNextVersionIsNotReady() {
        jdbc.sql("""
                        INSERT INTO rulebook_version (number, document, digest, valid_from, published_at, source)
                        VALUES (1000000, '{"of another program": 1}', '', ?, ?, 'DATABASE')
                        """)
                .params(Utc.column(time.now().plus(Duration.ofHours(1))), Utc.column(time.now()))
                .update();
        rulebook.refresh();

        var unready = health.health();

        assertThat(unready.getStatus().getCode()).isEqualTo("OUT_OF_SERVICE");
        assertThat(String.valueOf(unready.getDetails().get("reason"))).contains("of another program");
        withdrawPending();
        assertThat(health.health().getStatus().getCode()).isEqualTo("UP");
    }
}
