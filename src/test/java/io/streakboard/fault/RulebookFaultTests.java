package io.streakboard.fault;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Rules change while two instances run, one is killed amid the publication, is restarted with other properties, or
 * MySQL stands still. Each lesson is paid by the rules of its own time.
 */
class RulebookFaultTests {

    private static final String SCHEMA = "rulebook";
    private static final String ADMIN = DevelopmentToken.of(1, "admin");
    private static final String SERVICE = DevelopmentToken.of(1, "service");
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long SEED = 20261128;
    private static final int KILLED = 4;
    private static final int PUPILS = 3_000;

    /** Each kill comes at a random moment of another part of a publication, the last ones mostly after it. */
    private static final int PART_MILLIS = 150;

    private static final JsonMapper JSON = new JsonMapper();

    private static final Map<String, Object> DATABASE = Map.of("streakboard.rulebook.source", "database");

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile List<ApplicationProcess> instances = List.of();
    private EmbeddedServers servers;
    private JdbcClient jdbc;
    private Lessons lessons;
    private long learners;

    @BeforeEach
    void startServers() throws IOException {
        servers = EmbeddedServers.startFresh("fault");
        jdbc = JdbcClient.create(servers.database().dataSource(SCHEMA));
        lessons = new Lessons(servers, SCHEMA, () -> instances);
    }

    @AfterEach
    void stopServers() {
        lessons.close();
        threads.shutdownNow();
        instances.forEach(ApplicationProcess::close);
        servers.close();
    }

    @Test
    void bothInstancesChangeOverAtTheSameMomentAlsoIfMySqlStandsStill() throws Exception {
        var first = start("rulebook-moment-1", DATABASE);
        var second = start("rulebook-moment-2", DATABASE);
        instances = List.of(first, second);
        lessons.begin();
        lessons.awaitPaid(first, 10);
        lessons.awaitPaid(second, 10);

        var validFrom = publish(first, 1, lesson(20));

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(instances)
                        .allSatisfy(instance -> assertThat(
                                        rules(instance).at("/pending/version").asLong())
                                .isEqualTo(2)));
        assertThat(Instant.now()).isBefore(validFrom);
        takeLessonsAround(validFrom); // clocks differ, so activities may be of the next minute
        awaitInForce(first, 2);
        awaitInForce(second, 2);
        takeLessonsAround(validFrom);
        lessons.awaitPaid(first, 20);
        lessons.awaitPaid(second, 20);

        for (var instance : instances) {
            assertThat(instance.log())
                    .filteredOn(line -> line.contains("Version 2 of the rulebook is valid from " + validFrom))
                    .hasSize(1);
        }

        var amid = publish(first, 2, lesson(30));
        standStill(amid, true); // the other one has hardly read of the version
        awaitInForce(second, 3);
        lessons.awaitPaid(first, 30);
        lessons.awaitPaid(second, 30);

        var known = publish(first, 3, lesson(40));
        await().atMost(PATIENCE)
                .until(() -> rules(second).at("/pending/version").asLong() == 4);
        standStill(known, false);
        lessons.awaitPaid(first, 40);
        lessons.awaitPaid(second, 40);

        lessons.assertPaidByTheirVersions();
        awaitSignInsPaidOnce();
    }

    @Test
    @Tag("release")
    void aPublisherKilledAtAnyMomentLeavesTheOldVersionOrTheNewOne() throws Exception {
        var random = new Random(SEED);
        var other = start("rulebook-killed-other", DATABASE);
        var next = startBeside("rulebook-killed");
        for (int round = 1; round <= KILLED; round++) {
            long former = rules(other).path("version").asLong();
            try (var publisher = next.get()) {
                awaitInForce(publisher, former);
                assertNoViolations(publisher, round);
                var publication = publication(publisher, former, round);
                kill(publisher, publication, (round - 1) * PART_MILLIS + random.nextInt(PART_MILLIS));
            }

            if (round < KILLED) {
                next = startBeside("rulebook-killed");
            }
            assertWhole(other, former, round);
            assertPublishes(other, 20 + round);
        }
        lessons.assertPaidByTheirVersions();
    }

    @Test
    void aPublisherKilledAtTheLastMomentLeavesTheOldVersionAndOneAfterItTheNew() throws Exception {
        var other = start("rulebook-last-moment-other", DATABASE);
        try (var publisher = start("rulebook-last-moment", DATABASE)) {
            var held = holdVersion(2);
            publication(publisher, 1, 1);
            await().atMost(PATIENCE).until(this::oneWaits); // with its changes carried out
            publisher.kill();
            held.destroy(); // rolls back
        }
        awaitTheEnd();
        assertThat(newest()).isEqualTo(1);
        assertWhole(other, 1, 1);

        try (var publisher = start("rulebook-last-moment", DATABASE)) {
            publication(publisher, 1, 2);
            await().atMost(PATIENCE)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> newest() == 2);
            publisher.kill();
        }
        assertWhole(other, 1, 2);
        assertThat(rules(other).path("version").asLong()).isEqualTo(2);
        assertPublishes(other, 3);
        lessons.assertPaidByTheirVersions();
    }

    @Test
    void anOldInstanceThatRestartsAmidARolloutFollows() throws Exception {
        var first = start("rulebook-old-1", configuration(10));
        var second = start("rulebook-old-2", configuration(10));
        instances = List.of(first, second);
        lessons.begin();
        lessons.awaitPaid(first, 10);
        lessons.awaitPaid(second, 10);

        var renewed = restart(first, second, "rulebook-new-1", configuration(20));
        awaitInForce(second, 2);
        lessons.awaitPaid(renewed, 20);
        lessons.awaitPaid(second, 20);

        var again = restart(second, renewed, "rulebook-old-again", configuration(10));
        assertThat(again.log())
                .anySatisfy(line -> assertThat(line)
                        .contains("WARN", "rules of an earlier version; this instance follows version 2"));
        lessons.awaitPaid(again, 20);

        var last = restart(again, renewed, "rulebook-new-2", configuration(20));
        lessons.awaitPaid(renewed, 20);
        lessons.awaitPaid(last, 20);

        assertThat(newest()).isEqualTo(2);
        for (var instance : instances) {
            assertThat(rules(instance).at("/document/types/LESSON/points").asInt())
                    .isEqualTo(20);
            assertThat(patch(instance, 2, lesson(30)).body()).contains("rulebook-in-configuration");
        }

        assertThat(last.post("/api/rulebook", ADMIN, "{\"restore\":1}").statusCode())
                .isEqualTo(201);
        awaitInForce(renewed, 3);
        awaitInForce(last, 3);
        var back = restart(renewed, last, "rulebook-back", configuration(10));
        lessons.awaitPaid(back, 10);
        lessons.awaitPaid(last, 10);
        assertThat(newest()).isEqualTo(3);
        lessons.assertPaidByTheirVersions();
    }

    /** Badges for the past, a board that is filled from the ledger, and one whose rankings are rebuilt. */
    @Test
    void whatAVersionBringsAboutHappensOnceThoughBothInstancesAreKilledMeanwhile() throws Exception {
        var settings = Map.<String, Object>of(
                "streakboard.rulebook.source", "database",
                "streakboard.badges.check-interval", "500ms",
                "streakboard.feed.enabled", true);
        var first = start("rulebook-effects-1", settings);
        var second = start("rulebook-effects-2", settings);
        publish(first, 1, "{\"boards\": {\"race\": {\"title\": \"Race\"}}}");
        awaitInForce(first, 2);
        takeLessonsAndRace(first);

        publish(second, 2, """
                {"badges": {"pupil": {"title": "Pupil", "description": "A lesson", "condition": "count(LESSON) >= 1"}},
                 "boards": {"pupils": {"title": "Pupils", "scores": {"from": "count", "types": ["LESSON"]}},
                            "race": {"buckets": ["1", "2"]}}}
                """);
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(() -> count("badge_given") > 0);
        first.kill();
        second.kill();
        JobLocks.remove(servers);
        start("rulebook-effects-1", settings);
        var last = start("rulebook-effects-2", settings);

        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(count("feed WHERE type = 'badge.given'")).isEqualTo(PUPILS));
        assertThat(count("badge_given")).isEqualTo(PUPILS);
        for (var board : List.of("pupils", "race")) {
            await().atMost(PATIENCE).untilAsserted(() -> {
                var page = JSON.readTree(last.get("/api/boards/%s/top?size=100".formatted(board), ADMIN)
                        .body());
                assertThat(page.path("degraded").asBoolean()).isFalse();
                assertThat(page.path("total").asLong()).isEqualTo(PUPILS);
                assertThat(page.path("items").values())
                        .extracting(item -> item.path("score").asInt())
                        .containsOnly(1);
            });
        }
        await().atMost(PATIENCE).until(() -> count("badge_run WHERE state = 'DONE'") == 1);
        assertThat(count("feed WHERE type = 'badge.given'")).isEqualTo(PUPILS);
        assertThat(count("board_fill WHERE done_at IS NULL")).isZero();
    }

    private static void takeLessonsAndRace(ApplicationProcess instance) throws Exception {
        var now = Instant.now();
        for (int from = 1; from <= PUPILS; from += 500) {
            var activities = IntStream.range(from, from + 500)
                    .mapToObj(i -> "{\"learner\":%d,\"type\":\"LESSON\",\"sourceId\":\"s\",\"occurredAt\":\"%s\"}"
                            .formatted(i, now))
                    .collect(joining(",", "{\"activities\":[", "]}"));
            var scores = IntStream.range(from, from + 500)
                    .mapToObj(i -> "{\"member\":\"%d\",\"delta\":1,\"messageId\":\"m-%d\"}".formatted(i, i))
                    .collect(joining(",", "{\"scores\":[", "]}"));
            for (var answer : List.of(
                    instance.post("/api/activities", SERVICE, activities),
                    instance.post("/api/boards/race/scores", SERVICE, scores))) {
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            }
        }
    }

    private long count(String rows) {
        return jdbc.sql("SELECT COUNT(*) FROM " + rows).query(Long.class).single();
    }

    /** MySQL stands still until a version has been valid for a while. */
    private void standStill(Instant validFrom, boolean untilDegraded) {
        servers.database().pause();
        try {
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(100)).until(() -> {
                for (var instance : instances) {
                    signIn(instance);
                    lessons.take(instance, Instant.now());
                }
                return Instant.now().isAfter(validFrom.plusSeconds(1));
            });
            takeLessonsAround(validFrom);
            if (untilDegraded) {
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(instances)
                                .allSatisfy(instance ->
                                        assertThat(isDegraded(instance)).isTrue()));
            }
        } finally {
            servers.database().resume();
        }
    }

    private void signIn(ApplicationProcess instance) throws Exception {
        var answer = instance.post("/api/sign-ins", DevelopmentToken.of(++learners));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    }

    private static boolean isDegraded(ApplicationProcess instance) throws Exception {
        return JSON.readTree(instance.actuator("/actuator/health/readiness").body())
                .at("/components/rulebook/details/degraded")
                .asBoolean();
    }

    private void awaitSignInsPaidOnce() {
        long season = jdbc.sql("SELECT id FROM season WHERE state = 'OPEN'")
                .query(Long.class)
                .single();
        var sql = "SELECT COUNT(*), COUNT(DISTINCT user_id), SUM(points) FROM points_record_%d WHERE type = 'SIGN_IN'"
                .formatted(season);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(jdbc.sql(sql)
                                .query((row, number) -> List.of(row.getLong(1), row.getLong(2), row.getLong(3)))
                                .single())
                        .containsExactly(learners, learners, 10 * learners));
    }

    private void takeLessonsAround(Instant validFrom) {
        for (var instance : instances) {
            for (int millis = -2; millis <= 2; millis++) {
                lessons.take(instance, validFrom.plusMillis(millis));
            }
        }
    }

    private ApplicationProcess start(String name, Map<String, Object> settings) {
        var properties = new HashMap<>(servers.properties(SCHEMA, 0));
        properties.putAll(settings);
        var instance = ApplicationProcess.startPackaged(name, properties);
        instances = with(instance);
        return instance;
    }

    /** While the test waits for something else. */
    private Future<ApplicationProcess> startBeside(String name) {
        return threads.submit(() -> start(name, DATABASE));
    }

    private List<ApplicationProcess> with(ApplicationProcess instance) {
        var all = new ArrayList<>(instances);
        all.add(instance);
        return List.copyOf(all);
    }

    /** Stops one of two instances and starts it with other properties. */
    private ApplicationProcess restart(
            ApplicationProcess stopped, ApplicationProcess other, String name, Map<String, Object> settings) {
        instances = List.of(other);
        stopped.close();
        return start(name, settings);
    }

    private static Map<String, Object> configuration(int lesson) {
        return Map.of(
                "streakboard.points.types[0].code", "SIGN_IN",
                "streakboard.points.types[1].code", "LESSON",
                "streakboard.points.types[1].points", lesson);
    }

    private static String lesson(int points) {
        return "{\"types\":{\"LESSON\":{\"points\":%d}}}".formatted(points);
    }

    /** Changes several sections, one of which has tables of its own. */
    private static String campaign(int number) {
        return """
                {"types": {"LESSON": {"points": %1$d}},
                 "bonuses": {"bonus-%2$d": {"title": "Bonus", "types": ["NOTE"], "percent": 200,
                             "from": "2040-01-01T00:00:00Z", "to": "2040-01-02T00:00:00Z"}},
                 "boards": {"cup-%2$d": {"title": "Cup", "period": "week", "members": "any"}},
                 "badges": {"badge-%2$d": {"title": "Badge", "description": "Lessons",
                            "condition": "count(LESSON) >= N", "levels": [10]}}}
                """.formatted(10 + number, number);
    }

    private static HttpResponse<String> patch(ApplicationProcess instance, long version, String patch)
            throws IOException, InterruptedException {
        return instance.patch("/api/rulebook", ADMIN, version, patch);
    }

    /** Returns when the version will be valid. */
    private static Instant publish(ApplicationProcess instance, long version, String patch) throws Exception {
        var answer = patch(instance, version, patch);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return Instant.parse(JSON.readTree(answer.body()).path("validFrom").asString());
    }

    private Future<HttpResponse<String>> publication(ApplicationProcess publisher, long version, int number) {
        return threads.submit(() -> patch(publisher, version, campaign(number)));
    }

    private static void kill(ApplicationProcess publisher, Future<HttpResponse<String>> publication, int millis)
            throws Exception {
        try {
            publication.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException amid) {
            // that is what the test is about
        } catch (ExecutionException failure) {
            throw new AssertionError("The publication failed before the kill", failure);
        } finally {
            publisher.kill();
        }
    }

    /** Has the publisher load what a publication needs, so that it takes no longer than usual. */
    private static void assertNoViolations(ApplicationProcess instance, int number) throws Exception {
        var answer = instance.post("/api/rulebook/check", ADMIN, "application/merge-patch+json", campaign(number));
        assertThat(JSON.readTree(answer.body()).path("violations"))
                .as(answer.body())
                .isEmpty();
    }

    /** All of the campaign is in force, or nothing of it. */
    private void assertWhole(ApplicationProcess instance, long former, int number) throws Exception {
        awaitTheEnd();
        long newest = newest();
        assertThat(newest).isBetween(former, former + 1);
        awaitInForce(instance, newest);
        assertCampaign(instance, number, newest > former);
    }

    private static void assertCampaign(ApplicationProcess instance, int number, boolean inForce) throws Exception {
        var document = rules(instance).path("document");
        assertThat(document.at("/types/LESSON/points").asInt() == 10 + number).isEqualTo(inForce);
        assertThat(document.path("bonuses").has("bonus-" + number)).isEqualTo(inForce);
        assertThat(document.path("boards").has("cup-" + number)).isEqualTo(inForce);
        assertThat(document.path("badges").has("badge-" + number)).isEqualTo(inForce);
        assertThat(instance.get("/api/boards/cup-%d/top".formatted(number), ADMIN)
                        .statusCode())
                .isEqualTo(inForce ? 200 : 404);
    }

    private void assertPublishes(ApplicationProcess instance, int number) throws Exception {
        long former = newest();
        var validFrom = publish(instance, former, campaign(number));
        awaitInForce(instance, former + 1);
        assertCampaign(instance, number, true);
        lessons.take(instance, validFrom);
        lessons.take(instance, validFrom.minusMillis(1));
    }

    /** Returns when nobody publishes: the database has noticed that a publisher is gone. */
    private void awaitTheEnd() {
        jdbc.sql("SELECT number FROM rulebook_version WHERE number = 1 FOR UPDATE")
                .query(Long.class)
                .single();
    }

    /** Has the number of a version, so that whoever stores it waits. */
    private SingleConnectionDataSource holdVersion(long number) {
        var connection = new SingleConnectionDataSource(
                servers.database().jdbcUrl(SCHEMA),
                servers.database().user(),
                servers.database().password(),
                true);
        connection.setAutoCommit(false);
        JdbcClient.create(connection).sql("""
                        INSERT INTO rulebook_version (number, document, digest, valid_from, published_at, source)
                        SELECT ?, document, digest, valid_from, published_at, source FROM rulebook_version
                         WHERE number = 1
                        """).param(number).update();
        return connection;
    }

    private boolean oneWaits() {
        return jdbc.sql("SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")
                        .query(Long.class)
                        .single()
                == 1;
    }

    private long newest() {
        return jdbc.sql("SELECT MAX(number) FROM rulebook_version")
                .query(Long.class)
                .single();
    }

    private static JsonNode rules(ApplicationProcess instance) throws Exception {
        var answer = instance.get("/api/rulebook", ADMIN);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    private static void awaitInForce(ApplicationProcess instance, long version) {
        await("version " + version)
                .atMost(PATIENCE)
                .ignoreExceptions() // MySQL may have stood still
                .until(() -> {
                    var rules = rules(instance);
                    return rules.path("version").asLong() == version
                            && rules.path("pending").isNull();
                });
    }
}
