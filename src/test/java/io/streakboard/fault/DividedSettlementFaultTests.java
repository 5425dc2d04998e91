package io.streakboard.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A month whose board is divided is settled by two instances. Whichever is at work is killed at given places, while
 * points for that month still come. Between them and Redis are gates, so that they die between two commands.
 */
@Tag("release")
class DividedSettlementFaultTests {

    private static final String SCHEMA = "divided";
    private static final List<String> NAMES = List.of("1", "2");
    private static final List<Long> BOUNDS = List.of(500L, 1_100L, 1_900L);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Map<String, ApplicationProcess> instances = new ConcurrentHashMap<>();
    private final Map<String, CommandGate> commands = new HashMap<>();
    private EmbeddedServers servers;
    private RedisClient redis;
    private JdbcClient jdbc;

    @BeforeEach
    void startServers() throws Exception {
        servers = EmbeddedServers.startFresh("divided");
        redis = RedisClient.create("redis://127.0.0.1:" + servers.redis().port());
        jdbc = JdbcClient.create(servers.database().dataSource(SCHEMA));
        for (var name : NAMES) {
            commands.put(name, CommandGate.before(servers.redis().port()));
        }
    }

    @AfterEach
    void stop() throws Exception {
        instances.values().forEach(ApplicationProcess::close);
        for (var gate : commands.values()) {
            gate.close();
        }
        redis.close();
        servers.close();
    }

    /**
     * Two places where somebody dies: between two commands to Redis, or within a transaction. Whoever comes to the first
     * one dies there, the other goes on alone and dies at the second.
     */
    private record Deaths(String first, String second) {}

    private static List<Deaths> deaths(EndedMonth month) {
        return List.of(
                new Deaths("SET \\Q" + prefix(month) + "sealed 1", "COPY"),
                new Deaths("VERIFY", "UNLINK \\Q" + prefix(month)));
    }

    private static String prefix(EndedMonth month) {
        return "streakboard:board:{season:%d}:".formatted(month.id());
    }

    @Test
    void aMonthIsSettledThoughWhoeverIsAtWorkDiesBetweenAnyTwoSteps() throws Exception {
        startMissing();
        Gate.install(jdbc);
        var month = EndedMonth.play(0, jdbc, redis);
        hold(month);
        month.announce();
        var reports = new MonthReports(month, BOUNDS, this::anyone);
        try (reports) {
            await().atMost(PATIENCE).until(() -> reports.answered("AWARDED") > 200);
            for (var deaths : deaths(month)) {
                die(deaths, month);
            }
            startMissing();
            await().atMost(PATIENCE).until(month::settled);
            await().atMost(PATIENCE).until(() -> reports.answered("LATE") > 200);
        }

        await().atMost(PATIENCE).until(() -> count("SELECT COUNT(*) FROM event_publication") == 0);
        month.assertTable();
        reports.assertInTheBooks(count("SELECT id FROM season WHERE state = 'OPEN'"), jdbc);
        assertNothingIsLeft(month);
    }

    /**
     * Started one by one with other bounds, just when a month ends: while both run, each builds the board anew, in turns.
     */
    @Test
    void instancesWithDifferentBucketsSettleNothingWrong() throws Exception {
        start("1");
        start("2", List.of(900L));
        Gate.install(jdbc);
        var month = EndedMonth.play(0, jdbc, redis);
        month.announce();
        await().atMost(PATIENCE).until(() -> count("SELECT COUNT(*) FROM settlement_page") > 0);
        long dead = kill("1");
        month.expireClaims(dead);

        await().atMost(PATIENCE).until(month::settled);
        month.assertTable();
    }

    /** Both die, one after the other. The gates are closed before anybody may come there. */
    private void die(Deaths deaths, EndedMonth month) throws Exception {
        try (var first = gate(deaths.first, month);
                var second = gate(deaths.second, month)) {
            if (first == null) {
                commands.values().forEach(gate -> gate.closeFor(deaths.first));
            }
            startMissing();
            release(month);
            var dies = reached(deaths.first, first);
            NAMES.stream()
                    .filter(name -> !name.equals(dies))
                    .map(this::commands)
                    .forEach(gate -> {
                        gate.open();
                        if (second == null) {
                            gate.closeFor(deaths.second);
                        }
                    });
            long dead = kill(dies);
            if (first != null) {
                first.close();
            }
            month.expireClaims(dead); // whose pages others wait for
            kill(reached(deaths.second, second));
        }
    }

    /** The gate in MySQL, if it is not a command that waits. */
    private @Nullable Gate gate(String place, EndedMonth month) throws SQLException {
        return isCommand(place) ? null : Gate.close(place, month, servers.database(), SCHEMA);
    }

    private String reached(String place, @Nullable Gate gate) {
        if (gate != null) {
            return gate.awaitOneOf(NAMES);
        }
        await(place)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> waiting().isPresent());
        return waiting().orElseThrow();
    }

    private Optional<String> waiting() {
        return NAMES.stream().filter(name -> commands(name).isReached()).findFirst();
    }

    private CommandGate commands(String name) {
        return Objects.requireNonNull(commands.get(name));
    }

    private static boolean isCommand(String place) {
        return place.contains(" ");
    }

    /** Whom a service asks; nobody if none is alive. */
    private Optional<ApplicationProcess> anyone() {
        var some = new ArrayList<>(instances.values());
        Collections.shuffle(some);
        return some.stream().findFirst();
    }

    /** {@code kill -9}; its locks of jobs run out at once instead of after a minute. Returns which process it was. */
    private long kill(String name) throws IOException {
        var process = Objects.requireNonNull(instances.remove(name));
        process.kill();
        commands(name).forget();
        JobLocks.remove(redis);
        return process.pid();
    }

    private void startMissing() {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            NAMES.stream()
                    .filter(name -> !instances.containsKey(name))
                    .map(name -> CompletableFuture.runAsync(() -> start(name), threads))
                    .toList()
                    .forEach(CompletableFuture::join);
        }
    }

    private void start(String name) {
        start(name, BOUNDS);
    }

    private void start(String name, List<Long> bounds) {
        var properties = new HashMap<>(servers.properties(SCHEMA, 0));
        properties.putAll(EndedMonth.SETTLED_SOON);
        properties.put(
                "streakboard.points.board.buckets",
                bounds.stream().map(String::valueOf).collect(Collectors.joining(",")));
        properties.put("spring.data.redis.port", commands(name).port());
        properties.put("spring.datasource.hikari.data-source-properties.sessionVariables", Gate.named(name));
        instances.put(name, ApplicationProcess.startPackaged("divided-" + name, properties));
    }

    /** As an import would that brings more. */
    private void hold(EndedMonth month) {
        jdbc.sql("""
                        INSERT INTO season_hold (season_id, owner, reason, created_at, renewed_at)
                        VALUES (?, 'test', 'more is to come', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))
                        """).param(month.id()).update();
    }

    private void release(EndedMonth month) {
        jdbc.sql("DELETE FROM season_hold WHERE season_id = ?")
                .param(month.id())
                .update();
    }

    /** Only its seal stays for a while. */
    private void assertNothingIsLeft(EndedMonth month) {
        try (var connection = redis.connect()) {
            var sync = connection.sync();
            assertThat(sync.keys("*season:%d[:}]*".formatted(month.id())))
                    .hasSize(1)
                    .allMatch(key -> key.endsWith(":sealed") && sync.ttl(key) > 0);
        }
    }

    private long count(String sql) {
        return jdbc.sql(sql).query(Long.class).single();
    }
}
