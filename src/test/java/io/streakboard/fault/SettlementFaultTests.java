package io.streakboard.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.util.FileSystemUtils;
import tools.jackson.databind.json.JsonMapper;

/**
 * Months are settled by two instances, of which one is killed or paused at a given place, or a server is killed
 * meanwhile. In the end each table is the totals in the order of ranks, and each page was written once.
 */
class SettlementFaultTests {

    private static final String SCHEMA = "settlement";
    private static final JsonMapper JSON = new JsonMapper();
    private static final List<String> NAMES = List.of("1", "2");

    /** Places within a transaction that changes the season's row: whoever posts waits for its end. */
    private static final List<String> HOLD_THE_SEASON = List.of("SEAL", "VERIFY");

    /** After this MySQL ends the transaction of a paused instance, in place of a minute. */
    private static final int PAUSE_SECONDS = 5;

    private static final Map<String, ApplicationProcess> instances = new TreeMap<>();
    private static Path folder;
    private static EmbeddedServers servers;
    private static RedisClient redis;
    private static JdbcClient jdbc;
    private static int months;

    @BeforeAll
    static void startServers() throws Exception {
        folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "settlement-");
        servers = EmbeddedServers.startIn(folder);
        redis = RedisClient.create("redis://127.0.0.1:" + servers.redis().port());
        jdbc = JdbcClient.create(servers.database().dataSource(SCHEMA));
        start("1");
        Gate.install(jdbc);
    }

    @AfterAll
    static void stopServers() throws Exception {
        instances.values().forEach(ApplicationProcess::close);
        redis.close();
        servers.close();
        FileSystemUtils.deleteRecursively(folder);
    }

    @BeforeEach
    void startInstances() {
        NAMES.stream().filter(name -> !instances.containsKey(name)).forEach(SettlementFaultTests::start);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SEAL", "TABLE", "CLAIM", "COPY", "VERIFY", "CLEAR"})
    void theSurvivorSettlesWhatAKilledInstanceBegan(String place) throws Exception {
        var month = play();
        long killed;
        try (var gate = close(place, month)) {
            month.announce();
            killed = kill(gate.awaitOneOf(NAMES));
        }
        month.expireClaims(killed);
        assertSettles(month);
    }

    @Test
    @Tag("release")
    void aRestartSettlesWhatWasKilledInEachStep() throws Exception {
        var month = play();
        kill("2");
        var gates = close(List.of("SEAL", "TABLE", "COPY", "VERIFY", "CLEAR"), month);
        try {
            month.announce();
            for (var gate : gates.values()) {
                gate.awaitOneOf(NAMES);
                long killed = kill("1");
                gate.close();
                month.expireClaims(killed);
                start("1");
            }
            assertSettles(month);
        } finally {
            open(gates);
        }
    }

    /** MySQL ends the transaction of the paused instance, which lets the other go on. */
    @ParameterizedTest
    @ValueSource(strings = {"COPY", "VERIFY"})
    void anInstanceThatWasPausedWritesNothingWhenItWakes(String place) throws Exception {
        var month = play();
        ApplicationProcess paused;
        try (var gate = close(place, month)) {
            month.announce();
            paused = running(gate.awaitOneOf(NAMES));
            paused.pause();
        }
        try {
            JobLocks.remove(redis);
            await().atMost(Duration.ofMinutes(2)).ignoreExceptions().until(() -> {
                month.expireClaims(paused.pid());
                return month.settled();
            });
        } finally {
            paused.resume();
        }
        var pages = month.pages();
        var next = play();
        next.announce();
        assertSettles(next);
        assertThat(month.pages()).isEqualTo(pages);
        assertSettled(month);
    }

    @Test
    void theCopyBeginsAgainWhenRedisWasKilledWithinIt() throws Exception {
        var month = play();
        try (var gate = close("COPY", month)) {
            month.announce();
            gate.awaitOneOf(NAMES);
            servers.redis().kill();
        }
        await().until(() -> Gate.passed(jdbc, "COPY", month.id()) > 0);
        servers.redis().start();
        forgetWhatInstancesHeld(month);
        assertSettlesAgain(month);
    }

    /** One month is just being copied, another has ended and waits: neither has a board any more. */
    @Test
    void monthsAreSettledThoughRedisLosesEverything() throws Exception {
        var month = play();
        var next = play();
        try (var gate = close("COPY", month)) {
            month.announce();
            gate.awaitOneOf(NAMES);
            try (var connection = redis.connect()) {
                connection.sync().flushall();
            }
            next.announce();
        }
        forgetWhatInstancesHeld(month);
        assertSettlesAgain(month);
        assertSettlesAgain(next); // without the lock both instances may rebuild its board, one after the other
    }

    @Test
    void aMonthIsSettledThoughRedisStartsWithHalfOfItsBoard() throws Exception {
        var month = play();
        try (var connection = redis.connect()) {
            connection.sync().zremrangebyrank(month.board(), 0, EndedMonth.PAGES * 5_000);
        }
        servers.redis().kill();
        var data = folder.resolve("redis");
        var older = folder.resolve("redis-older-" + month.id());
        FileSystemUtils.copyRecursively(data, older);
        servers.redis().start();
        JobLocks.remove(redis);
        try (var gate = close("COPY", month)) {
            month.announce();
            gate.awaitOneOf(NAMES);
            servers.redis().kill();
            FileSystemUtils.deleteRecursively(data);
            FileSystemUtils.copyRecursively(older, data);
            servers.redis().start();
        }
        forgetWhatInstancesHeld(month);
        assertSettlesAgain(month);
    }

    @Test
    void theCopyGoesOnWhenMySqlWasKilledWithinAPage() throws Exception {
        var month = play();
        try (var gate = close("COPY", month)) {
            month.announce();
            gate.awaitOneOf(NAMES);
            servers.database().kill();
        }
        servers.database().start();
        forgetWhatInstancesHeld(month);
        assertSettles(month);
    }

    @Test
    void twoMonthsAreSettledAtOnceThoughNoLockHolds() {
        var months = List.of(play(), play());
        months.forEach(EndedMonth::announce);
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> {
                    JobLocks.remove(redis);
                    return months.stream().allMatch(EndedMonth::settled);
                });
        months.forEach(SettlementFaultTests::assertSettled);
    }

    @Test
    void whatArrivesAfterTheSealCountsOnceInTheCurrentMonth() throws Exception {
        var month = play();
        var gates = close(List.of("SEAL", "TABLE", "COPY", "VERIFY", "CLEAR"), month);
        try (var learners = Executors.newVirtualThreadPerTaskExecutor()) {
            month.announce();
            for (var gate : gates.entrySet()) {
                gate.getValue().awaitOneOf(NAMES);
                var outcome = learners.submit(() -> outcome(month, gate.getKey()));
                if (HOLD_THE_SEASON.contains(gate.getKey())) {
                    assertThat(outcome).failsWithin(Duration.ofSeconds(1));
                    gate.getValue().close();
                }
                assertThat(outcome).succeedsWithin(Duration.ofSeconds(30)).isEqualTo("LATE");
                gate.getValue().close();
            }
            assertSettles(month);
        } finally {
            open(gates);
        }
        assertThat(outcome(month, "SETTLED")).isEqualTo("LATE");
        for (var place : gates.keySet()) {
            assertThat(outcome(month, place)).isEqualTo("DUPLICATE");
        }
        var late = JSON.readTree(
                running("1").actuator("/actuator/late/" + month.id()).body());
        assertThat(late.get("total").asInt()).isEqualTo(gates.size() + 1);
        assertThat(month.inLedgerOf(currentMonth())).isEqualTo(gates.size() + 1);
        assertSettled(month);
    }

    private static String outcome(EndedMonth month, String sourceId) throws Exception {
        var json =
                "{\"activities\":[{\"learner\":7,\"type\":\"LESSON\",\"sourceId\":\"%s-%d\",\"occurredAt\":\"%sZ\"}]}"
                        .formatted(
                                sourceId,
                                month.id(),
                                month.startsAt().plusDays(27).withSecond(1));
        var answer = running("2").post("/api/activities", DevelopmentToken.of(1, "service"), json);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body()).at("/results/0/outcome").asString();
    }

    private static EndedMonth play() {
        return EndedMonth.play(months++, jdbc, redis);
    }

    private static Gate close(String place, EndedMonth month) throws Exception {
        return Gate.close(place, month, servers.database(), SCHEMA);
    }

    private static Map<String, Gate> close(List<String> places, EndedMonth month) throws Exception {
        var gates = new LinkedHashMap<String, Gate>();
        for (var place : places) {
            gates.put(place, close(place, month));
        }
        return gates;
    }

    private static void open(Map<String, Gate> gates) throws Exception {
        for (var gate : gates.values()) {
            gate.close();
        }
    }

    private static long currentMonth() {
        return jdbc.sql("SELECT id FROM season WHERE state = 'OPEN'")
                .query(Long.class)
                .single();
    }

    /**
     * {@code kill -9}, and its locks of jobs run out at once instead of after a minute. Returns which process it was.
     */
    private static long kill(String instance) {
        var process = Objects.requireNonNull(instances.remove(instance));
        process.kill();
        JobLocks.remove(redis);
        return process.pid();
    }

    private static ApplicationProcess running(String instance) {
        return Objects.requireNonNull(instances.get(instance));
    }

    private static void start(String instance) {
        var properties = new HashMap<>(servers.properties(SCHEMA, 0));
        properties.putAll(EndedMonth.SETTLED_SOON);
        properties.put(
                "spring.datasource.hikari.data-source-properties.sessionVariables",
                "wait_timeout=" + PAUSE_SECONDS + "," + Gate.named(instance));
        instances.put(instance, ApplicationProcess.startPackaged("settlement-" + instance, properties));
    }

    /** Locks and claims run out at once instead of after a minute. */
    private static void forgetWhatInstancesHeld(EndedMonth month) {
        JobLocks.remove(redis);
        instances.values().forEach(instance -> month.expireClaims(instance.pid()));
    }

    private static void assertSettles(EndedMonth month) {
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(100))
                .until(month::settled);
        assertSettled(month);
    }

    /** Some pages were copied twice, as Redis may have lost what they were copied from. */
    private static void assertSettlesAgain(EndedMonth month) {
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(100))
                .until(month::settled);
        month.assertRanks();
        assertCleared(month);
    }

    private static void assertSettled(EndedMonth month) {
        month.assertSettled();
        assertCleared(month);
    }

    private static void assertCleared(EndedMonth month) {
        try (var connection = redis.connect()) {
            assertThat(connection.sync().exists(month.board())).isZero();
        }
        await().until(() -> jdbc.sql("SELECT COUNT(*) FROM event_publication")
                        .query(Long.class)
                        .single()
                == 0);
    }
}
