package io.streakboard.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Files of past months are imported while nothing but the imports keeps these months from being settled, and the
 * instance that imports is killed, stopped or paused. In the end nothing was late, and each month is settled with what
 * its lines are worth.
 */
class ImportFaultTests {

    private static final String SCHEMA = "imports";
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int MONTHS = 4;
    private static final int LEARNERS = 200;
    private static final int REVIEWS = 20;

    /** What a learner gets in a month: reviews, and a single sign-in. */
    private static final int POINTS = 10 * REVIEWS + 10;

    /** After this MySQL ends the transaction of a paused instance, in place of a minute. */
    private static final int PAUSE_SECONDS = 3;

    private static final Map<String, Object> QUICK = Map.of(
            "streakboard.season.grace", "0s",
            "streakboard.season.quiet-period", "0s",
            "streakboard.settlement.interval", "200ms",
            "streakboard.settlement.copy-interval", "200ms",
            "streakboard.imports.lease", "4s",
            "streakboard.imports.check-interval", "200ms",
            "streakboard.signin.journal.claim-after", "2s",
            "streakboard.events.stale-after", "5s",
            "streakboard.events.check-interval", "1s");

    private static final Map<String, ApplicationProcess> instances = new TreeMap<>();
    private static EmbeddedServers servers;
    private static RedisClient redis;
    private static JdbcClient jdbc;
    private static int year = 2010;

    @BeforeAll
    static void startServers() throws Exception {
        servers = EmbeddedServers.startFresh("imports");
        redis = RedisClient.create("redis://127.0.0.1:" + servers.redis().port());
        jdbc = JdbcClient.create(servers.database().dataSource(SCHEMA));
    }

    @AfterAll
    static void stopServers() {
        instances.values().forEach(ApplicationProcess::close);
        redis.close();
        servers.close();
    }

    @BeforeEach
    void startInstances() {
        start("1");
        start("2");
        year++;
    }

    @Test
    void anotherInstanceGoesOnWhereAKilledOneStood() throws Exception {
        long run = begin("1", lines());
        awaitLines(run, LEARNERS * REVIEWS);
        kill("1");

        assertDone(run, "2");
        assertMonthsAreSettled();
    }

    @Test
    void theNextStartGoesOnAfterAnOrderlyStop() throws Exception {
        kill("2");
        long run = begin("1", lines());
        awaitLines(run, LEARNERS * REVIEWS);
        Objects.requireNonNull(instances.remove("1")).close();
        assertThat(state(run)).isEqualTo("RUNNING");
        start("2");

        assertDone(run, "2");
        assertMonthsAreSettled();
    }

    @Test
    void aPausedInstanceWakesUpWhenAnotherHasFinishedItsImport() throws Exception {
        long run = begin("1", lines());
        awaitLines(run, LEARNERS * REVIEWS);
        running("1").pause();
        JsonNode done;
        try {
            JobLocks.remove(redis);
            done = assertDone(run, "2");
            assertMonthsAreSettled();
        } finally {
            running("1").resume();
        }
        kill("2");
        long next = begin("1", lines()); // all of it is known
        await().atMost(PATIENCE).until(() -> state(next).equals("DONE"));
        assertThat(progress(next, "1").get("duplicate").asInt()).isEqualTo(lines().size());
        assertThat(progress(run, "1")).isEqualTo(done);
        assertMonthsAreSettled();
    }

    @Test
    @Tag("release")
    void twoUnsortedImportsOfTheSameMonthsAreBothInTimeThoughOneIsKilled() throws Exception {
        var lines = lines();
        Collections.shuffle(lines, new Random(7));
        long first = begin("1", lines.subList(0, lines.size() / 3));
        long second = begin("2", lines.subList(lines.size() / 3, lines.size()));
        awaitLines(second, 2000);
        kill("2");

        assertDone(first, "1");
        assertDone(second, "1");
        assertMonthsAreSettled();
    }

    /** In order of time: each learner signs in on the first of a month and reviews on the tenth. */
    private static List<String> lines() {
        var lines = new ArrayList<String>();
        for (int month = 1; month <= MONTHS; month++) {
            for (int learner = 1; learner <= LEARNERS; learner++) {
                lines.add("%1$d,SIGN_IN,%2$d-%3$02d-01,%2$d-%3$02d-01T08:00:00Z".formatted(learner, year, month));
            }
            for (int review = 0; review < REVIEWS; review++) {
                for (int learner = 1; learner <= LEARNERS; learner++) {
                    lines.add("%1$d,REVIEW,%2$d-%3$02d-%4$d,%2$d-%3$02d-10T08:00:%4$02dZ"
                            .formatted(learner, year, month, review));
                }
            }
        }
        return lines;
    }

    private static long begin(String instance, List<String> lines) throws Exception {
        var answer = running(instance)
                .upload("/api/imports", "user_id,type,source_id,occurred_at\n" + String.join("\n", lines));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        return JSON.readTree(answer.body()).get("id").asLong();
    }

    private static void awaitLines(long run, int lines) {
        await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> jdbc.sql("SELECT line_count FROM import_run WHERE id = ?")
                                .param(run)
                                .query(Long.class)
                                .single()
                        >= lines);
        assertThat(state(run)).isEqualTo("RUNNING");
    }

    private static JsonNode assertDone(long run, String instance) throws Exception {
        await().atMost(PATIENCE).until(() -> !state(run).equals("RUNNING"));
        var progress = progress(run, instance);
        assertThat(progress.get("state").asString()).as("%s", progress).isEqualTo("DONE");
        assertThat(progress.get("late").asInt()).as("%s", progress).isZero();
        assertThat(progress.get("invalid").asInt()).as("%s", progress).isZero();
        assertThat(progress.get("duplicate").asInt()).as("%s", progress).isZero();
        return progress;
    }

    private static void assertMonthsAreSettled() {
        await().atMost(PATIENCE)
                .until(() -> jdbc.sql("SELECT COUNT(*) FROM season WHERE name LIKE ? AND state = 'SETTLED'")
                                .param(year + "-%")
                                .query(Integer.class)
                                .single()
                        == MONTHS);
        assertThat(jdbc.sql("SELECT CONCAT(learners, ' with ', points) FROM season WHERE name LIKE ?")
                        .param(year + "-%")
                        .query(String.class)
                        .list())
                .containsOnly(LEARNERS + " with " + LEARNERS * POINTS);
        assertThat(jdbc.sql("SELECT COUNT(*) FROM points_late")
                        .query(Long.class)
                        .single())
                .isZero();
        assertThat(jdbc.sql("SELECT COUNT(*) FROM season_hold")
                        .query(Long.class)
                        .single())
                .isZero();
    }

    private static String state(long run) {
        return jdbc.sql("SELECT state FROM import_run WHERE id = ?")
                .param(run)
                .query(String.class)
                .single();
    }

    private static JsonNode progress(long run, String instance) throws Exception {
        return JSON.readTree(running(instance)
                .get("/api/imports/" + run, DevelopmentToken.of(1, "admin"))
                .body());
    }

    /** {@code kill -9}, and its locks of jobs run out at once instead of after a minute. */
    private static void kill(String instance) {
        Objects.requireNonNull(instances.remove(instance)).kill();
        JobLocks.remove(redis);
    }

    private static ApplicationProcess running(String instance) {
        return Objects.requireNonNull(instances.get(instance));
    }

    private static void start(String instance) {
        instances.computeIfAbsent(instance, name -> {
            var properties = new HashMap<>(servers.properties(SCHEMA, 0));
            properties.putAll(QUICK);
            properties.put(
                    "spring.datasource.hikari.data-source-properties.sessionVariables",
                    "wait_timeout=" + PAUSE_SECONDS);
            return ApplicationProcess.startPackaged("imports-" + name, properties);
        });
    }
}
