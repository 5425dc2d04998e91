package io.streakboard.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Two instances rebuild bitmaps that Redis has lost. The job of the first looks once an hour, so it notices a loss by a
 * sign-in only.
 */
@Tag("release")
class RebuildFaultTests {

    private static final String SCHEMA = "rebuild";
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final List<Long> LEARNERS =
            LongStream.range(1_000_000, 1_000_400).boxed().toList();

    /** The commands of a rebuild: a note, the bits of a learner, the mark. */
    private static final List<String> STEPS = List.of(
            "EVAL(SHA)? \\S+ 1 streak:\\{\\d+}:rebuilding",
            "EVAL(SHA)? \\S+ 3 streak:\\{\\d+}:year",
            "EVAL(SHA)? \\S+ 2 streak:\\{\\d+}:complete streak:\\{\\d+}:rebuilding");

    private static EmbeddedServers servers;
    private static RedisClient redis;
    private static ApplicationProcess second;
    private static long newcomers = 9_000_000;

    private CommandGate gate;
    private ApplicationProcess first;

    @BeforeAll
    static void startServers() throws Exception {
        servers = EmbeddedServers.startFresh("rebuild");
        redis = RedisClient.create("redis://127.0.0.1:" + servers.redis().port());
        second = start("rebuild-second", Map.of());
        signIn();
    }

    @BeforeEach
    void startFirst() throws Exception {
        gate = CommandGate.before(servers.redis().port());
        first = start(
                "rebuild-first",
                Map.of("streakboard.signin.check-interval", "1h", "spring.data.redis.port", gate.port()));
    }

    private static ApplicationProcess start(String name, Map<String, Object> settings) {
        var properties = new HashMap<>(servers.properties(SCHEMA, 0));
        properties.putAll(settings);
        return ApplicationProcess.startPackaged(name, properties);
    }

    /** All have signed in, and MySQL has it. */
    private static void signIn() throws Exception {
        var today = LocalDate.now(ZoneOffset.UTC);
        var activities = LEARNERS.stream()
                .map(learner -> """
                        {"learner":%d,"type":"SIGN_IN","sourceId":"%s","occurredAt":"%sT00:00:00Z"}""".formatted(learner, today, today))
                .collect(Collectors.joining(","));
        var answer = second.post(
                "/api/activities", DevelopmentToken.of(1, "service"), "{\"activities\":[" + activities + "]}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        var jdbc = JdbcClient.create(servers.database().dataSource(SCHEMA));
        await().atMost(PATIENCE)
                .until(() -> jdbc.sql("SELECT COUNT(*) FROM sign_in_month")
                                .query(Long.class)
                                .single()
                        == LEARNERS.size());
        await().atMost(PATIENCE).until(() -> Wholeness.of(second));
    }

    @AfterEach
    void stopFirst() throws Exception {
        first.close();
        gate.close();
    }

    @AfterAll
    static void stopServers() throws Exception {
        second.close();
        redis.close();
        servers.close();
    }

    @ParameterizedTest
    @FieldSource("STEPS")
    void bitmapsAreRebuiltThoughWhoeverNoticedDiesBetweenAnyTwoSteps(String step) throws Exception {
        noticeAndStopBefore(step);
        first.kill();
        gate.close();
        JobLocks.remove(redis); // they run out at once instead of after a minute

        assertRebuilt();
    }

    @Test
    void bitmapsAreRebuiltThoughRedisLosesThemAgainInTheMiddle() throws Exception {
        noticeAndStopBefore(STEPS.getLast());
        redis.connect().sync().flushall();
        gate.open();

        assertRebuilt();
    }

    @Test
    void bitmapsAreRebuiltThoughMySqlIsAwayInTheMiddle() throws Exception {
        noticeAndStopBefore(STEPS.getFirst());
        servers.database().kill();
        gate.open();
        await().atMost(PATIENCE)
                .until(() -> first.post("/api/sign-ins", DevelopmentToken.of(newcomers++))
                                .statusCode()
                        == 201);
        servers.database().start();

        assertRebuilt();
    }

    /** A newcomer's sign-in needs no bits of others, so it is answered whatever waits. */
    private void noticeAndStopBefore(String step) throws Exception {
        gate.closeFor(step);
        redis.connect().sync().flushall();
        assertThat(first.post("/api/sign-ins", DevelopmentToken.of(newcomers++)).statusCode())
                .isEqualTo(201);
        await().atMost(Duration.ofSeconds(30)).until(gate::isReached);
    }

    private void assertRebuilt() throws Exception {
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            second.post("/api/sign-ins", DevelopmentToken.of(newcomers++));
            return Wholeness.of(second);
        });
        second.actuate("/actuator/signins", "{\"action\":\"verify\"}");
        await().atMost(PATIENCE).until(() -> Wholeness.of(second));
        var report = Wholeness.report(second);
        assertThat(report.at("/run/kind").asString()).isEqualTo("VERIFY");
        assertThat(report.at("/drift/learners").asInt()).isGreaterThanOrEqualTo(LEARNERS.size());
        assertThat(report.at("/drift/onlyInMySql").asInt()).isZero();
    }
}
