package io.streakboard.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What many instances take of the servers behind them. */
class InstancesFaultTests {

    private static final String SCHEMA = "instances";
    private static final Pattern CALLS = Pattern.compile("calls=(\\d+)");
    private static final Duration WINDOW = Duration.ofSeconds(20);

    private static EmbeddedServers servers;

    @BeforeAll
    static void startServers() throws Exception {
        servers = EmbeddedServers.startFresh("instances");
    }

    @AfterAll
    static void stopServers() {
        servers.close();
    }

    /** Counts commands within scripts as well. First it looks often for what others may have left. */
    @Test
    void anIdleInstanceAsksLittleOfRedis() throws Exception {
        try (var instance = start("idle", Map.of());
                var client = RedisClient.create(
                        "redis://127.0.0.1:" + servers.redis().port())) {
            var redis = client.connect().sync();
            var last = new AtomicReference<>(Sample.of(redis));
            await().atMost(Duration.ofMinutes(3)).pollInterval(WINDOW).untilAsserted(() -> {
                var now = Sample.of(redis);
                assertThat(now.commandsASecondSince(last.getAndSet(now))).isLessThanOrEqualTo(60);
            });

            int connections = Integer.parseInt(
                    redis.info("clients").split("connected_clients:")[1].split("\\R")[0]);
            assertThat(connections).isLessThanOrEqualTo(20);
            assertThat(instance.ready()).isTrue();
        }
    }

    private record Sample(long commands, long nanoTime) {

        static Sample of(RedisCommands<String, String> redis) {
            long commands = CALLS.matcher(redis.info("commandstats"))
                    .results()
                    .mapToLong(calls -> Long.parseLong(calls.group(1)))
                    .sum();
            return new Sample(commands, System.nanoTime());
        }

        double commandsASecondSince(Sample earlier) {
            return (commands - earlier.commands) / ((nanoTime - earlier.nanoTime) / 1e9);
        }
    }

    @Test
    void sixInstancesFitTheConnectionsThatMySqlAllowsByDefault() throws Exception {
        var jdbc = JdbcClient.create(servers.database().dataSource("mysql"));
        jdbc.sql("SET GLOBAL max_connections = 151").update();
        var instances = new ArrayList<ApplicationProcess>();
        try (var crowd = new Crowd(6_000_000)) {
            for (int number = 1; number <= 6; number++) {
                instances.add(start("six-" + number, Map.of("spring.datasource.hikari.maximum-pool-size", 24)));
            }
            var turn = new AtomicInteger();
            crowd.come(() -> instances.get(Math.floorMod(turn.getAndIncrement(), instances.size())));
            crowd.awaitAnswers();

            assertThat(crowd.unavailable()).isZero();
            var books = new Books(servers, SCHEMA);
            books.awaitDrained(instances.getFirst());
            books.assertCountedOnce(crowd.answered(), instances.getLast());
            for (var instance : instances) {
                assertThat(instance.log()).noneMatch(line -> line.contains("max_connections"));
            }
        } finally {
            instances.forEach(ApplicationProcess::close);
        }
    }

    private static ApplicationProcess start(String name, Map<String, Object> settings) {
        var properties = new HashMap<>(servers.properties(SCHEMA, 0));
        properties.putAll(settings);
        return ApplicationProcess.startPackaged(
                "instances-" + name, List.of("-Xmx256m", "-XX:TieredStopAtLevel=1"), properties);
    }
}
