package io.streakboard.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/**
 * Services send scores to two instances, and again until they are answered, while an instance, Redis and MySQL are
 * killed and Redis loses its data. Every score counts once, in MySQL and on every ranking.
 */
class ScoreFaultTests {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int SERVICES = 16;
    private static final int MEMBERS = 40;
    private static final List<String> PARTITIONS = List.of("jazz", "rock");
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String SCHEMA = "scores";
    private static final String SERVICE = DevelopmentToken.of(1, "service");

    private static final Map<String, Object> SETTINGS = Map.of(
            "streakboard.boards[0].name", "popular",
            "streakboard.boards[0].members", "any",
            "streakboard.boards[0].partitioned", "true",
            "streakboard.boards[0].ranks", "dense",
            "streakboard.events.stale-after", "5s",
            "streakboard.events.check-interval", "1s");

    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger sent = new AtomicInteger();
    private final AtomicInteger counted = new AtomicInteger();

    /** The sums of the members, partition after partition. */
    private final AtomicLongArray sums = new AtomicLongArray(MEMBERS * PARTITIONS.size());

    private EmbeddedServers servers;
    private volatile List<ApplicationProcess> instances = List.of();

    @BeforeEach
    void start() throws IOException {
        servers = EmbeddedServers.startFresh("fault");
        instances = List.of(start("scores-1"));
    }

    @AfterEach
    void stop() {
        over.set(true);
        instances.forEach(ApplicationProcess::close);
        servers.close();
    }

    private ApplicationProcess start(String name) {
        var properties = new HashMap<>(servers.properties(SCHEMA, 0));
        properties.putAll(SETTINGS);
        return ApplicationProcess.startPackaged(name, properties);
    }

    @Test
    void everyScoreCountsOnceWhateverIsKilled() throws Exception {
        instances = List.of(instances.getFirst(), start("scores-2"));
        try (var services = Executors.newVirtualThreadPerTaskExecutor()) {
            var all = IntStream.range(0, SERVICES)
                    .mapToObj(service -> services.submit(send(service)))
                    .toList();
            try {
                untilMoreCount();
                var killed = instances.getFirst();
                instances = List.of(instances.getLast());
                killed.kill();
                untilMoreCount();
                servers.redis().kill();
                untilMoreCount(); // MySQL takes them
                servers.redis().start();
                instances = List.of(instances.getFirst(), start("scores-3"));
                untilMoreCount();
                servers.database().kill();
                servers.database().start();
                untilMoreCount();
                servers.redis().flushAll();
                untilMoreCount();
            } finally {
                over.set(true);
            }
            for (var one : all) {
                one.get();
            }
        }

        var jdbc = JdbcClient.create(servers.database().dataSource(SCHEMA));
        assertThat(jdbc.sql("SELECT COUNT(*) FROM board_score_log")
                        .query(Integer.class)
                        .single())
                .isEqualTo(counted.get());
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(jdbc.sql("SELECT COUNT(*) FROM event_publication")
                                .query(Integer.class)
                                .single())
                        .isZero());
        for (var partition : PARTITIONS) {
            awaitNoDrift(",\"partition\":\"" + partition + "\"");
        }
        awaitNoDrift("");
        for (int member = 0; member < MEMBERS; member++) {
            assertSums(member);
        }
    }

    @Test
    void boardsAreShownFromRedisWhileMySqlIsAway() throws Exception {
        var instance = instances.getFirst();
        var learner = DevelopmentToken.of(7);
        assertThat(instance.post("/api/sign-ins", learner).statusCode()).isEqualTo(201);
        untilAnswered("""
                {"scores":[{"member":"m1","partition":"jazz","delta":5,"messageId":"1"}]}
                """);
        var routes = List.of(
                "/api/boards/points/top",
                "/api/boards/points/around/me",
                "/api/boards/popular/top",
                "/api/boards/popular/members?ids=m1");
        for (var route : routes) {
            awaitShown(instance, route, false);
        }

        servers.database().kill();
        for (var route : routes) {
            awaitShown(instance, route, true);
            long before = System.nanoTime();
            assertThat(instance.get(route, learner).statusCode()).isEqualTo(200);
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(1));
        }
        assertThat(JSON.readTree(instance.get("/api/points/summary", learner).body())
                        .at("/degraded")
                        .asBoolean())
                .isTrue();

        servers.database().start();
        for (var route : routes) {
            awaitShown(instance, route, false);
        }
    }

    private static void awaitShown(ApplicationProcess instance, String route, boolean degraded) {
        await(route).atMost(Duration.ofSeconds(30)).ignoreExceptions().untilAsserted(() -> {
            var answer = instance.get(route, DevelopmentToken.of(7));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            var shown = JSON.readTree(answer.body());
            assertThat(shown.at("/items").size()).isEqualTo(1);
            assertThat(shown.at("/degraded").asBoolean()).isEqualTo(degraded);
        });
    }

    private void untilMoreCount() {
        int before = counted.get();
        await().atMost(PATIENCE).until(() -> counted.get() > before + 300);
    }

    private Callable<Void> send(int service) {
        return () -> {
            for (int i = 0; !over.get(); i++) {
                int member = (service + i) % MEMBERS;
                int partition = i % PARTITIONS.size();
                int delta = i % 7;
                untilAnswered("""
                        {"scores":[{"member":"m%d","partition":"%s","delta":%d,"messageId":"%d-%d"}]}
                        """.formatted(member, PARTITIONS.get(partition), delta, service, i));
                sums.addAndGet(partition * MEMBERS + member, delta);
                counted.incrementAndGet();
            }
            return null;
        };
    }

    /** Sends a score again until it is answered. */
    private void untilAnswered(String body) throws InterruptedException {
        while (true) {
            var alive = instances;
            try {
                var answer = alive.get(sent.getAndIncrement() % alive.size())
                        .post("/api/boards/popular/scores", SERVICE, body);
                if (answer.statusCode() == 200) {
                    var outcome = JSON.readTree(answer.body())
                            .at("/results/0/outcome")
                            .asString();
                    assertThat(outcome).isIn("APPLIED", "DUPLICATE");
                    return;
                }
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
            } catch (IOException cutOff) {
                // the instance was killed: nobody knows whether it counted
            }
        }
    }

    private void awaitNoDrift(String edition) {
        await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> {
            var answer =
                    instances.getFirst().actuate("/actuator/boards/popular", "{\"action\":\"verify\"" + edition + "}");
            var state = JSON.readTree(answer.body());
            assertThat(state.path("degraded").asBoolean()).isFalse();
            assertThat(state.at("/drift/members").asInt()).isEqualTo(MEMBERS);
            for (var kind : List.of("missing", "different", "surplus")) {
                assertThat(state.path("drift").path(kind).asInt())
                        .as(answer.body())
                        .isZero();
            }
        });
    }

    private void assertSums(int member) throws Exception {
        long all = 0;
        for (int partition = 0; partition < PARTITIONS.size(); partition++) {
            long sum = sums.get(partition * MEMBERS + member);
            assertThat(score(member, "?partition=" + PARTITIONS.get(partition))).isEqualTo(sum);
            all += sum;
        }
        assertThat(score(member, "")).isEqualTo(all);
    }

    private long score(int member, String query) throws Exception {
        for (var instance : instances) {
            var answer = instance.get("/api/boards/popular/scores/m" + member + query, SERVICE);
            assertThat(JSON.readTree(answer.body()).path("rank").isNull()).isFalse();
        }
        return JSON.readTree(instances
                        .getFirst()
                        .get("/api/boards/popular/scores/m" + member + query, SERVICE)
                        .body())
                .path("score")
                .asLong();
    }
}
