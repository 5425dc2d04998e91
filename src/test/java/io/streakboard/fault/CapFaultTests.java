package io.streakboard.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sixty-four threads report what one learner has done, everything to both of two instances, one of which is killed with
 * {@code kill -9} meanwhile. The learner gets each cap to the point, and what has none once each.
 */
class CapFaultTests {

    private static final String SCHEMA = "caps";
    private static final long LEARNER = 42;
    private static final int THREADS = 64;
    private static final int OF_EACH_TYPE = 50;
    private static final Map<String, Long> WORTH = Map.of("LESSON", 50L, "NOTE", 20L, "REVIEW", 10L * OF_EACH_TYPE);
    private static final JsonMapper JSON = new JsonMapper();

    private final AtomicReferenceArray<ApplicationProcess> instances = new AtomicReferenceArray<>(2);
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger cutOff = new AtomicInteger();

    @Test
    void noCapIsExceededByTwoInstancesOneOfWhichIsKilled() throws Exception {
        try (var servers = EmbeddedServers.startFresh("caps")) {
            start(servers, 0);
            start(servers, 1);
            try (var threads = Executors.newFixedThreadPool(THREADS)) {
                var reports = reports().stream().map(threads::submit).toList();
                await().until(() -> answered.get() > reports.size() / 3);

                instances.get(0).kill();
                start(servers, 0);

                for (Future<?> report : reports) {
                    report.get();
                }
            }
            assertThat(cutOff).hasPositiveValue();
            assertCapsAreExact(servers);
        } finally {
            for (int i = 0; i < instances.length(); i++) {
                if (instances.get(i) != null) {
                    instances.get(i).close();
                }
            }
        }
    }

    private void start(EmbeddedServers servers, int instance) {
        var properties = new HashMap<>(servers.properties(SCHEMA, 0));
        properties.put("streakboard.events.stale-after", "5s");
        properties.put("streakboard.events.check-interval", "1s");
        instances.set(instance, ApplicationProcess.startPackaged("caps-" + instance, properties));
    }

    /** Every activity to every instance, in any order. */
    private List<Callable<Void>> reports() {
        var at = Instant.now();
        var token = DevelopmentToken.of(1, "service");
        var reports = new ArrayList<Callable<Void>>();
        for (var type : WORTH.keySet()) {
            for (int i = 0; i < OF_EACH_TYPE; i++) {
                var json =
                        "{\"activities\":[{\"learner\":%d,\"type\":\"%s\",\"sourceId\":\"s%d\",\"occurredAt\":\"%s\"}]}"
                                .formatted(LEARNER, type, i, at);
                for (int instance = 0; instance < instances.length(); instance++) {
                    int to = instance;
                    reports.add(() -> report(to, token, json));
                }
            }
        }
        Collections.shuffle(reports, new Random(1));
        return reports;
    }

    private Void report(int instance, String token, String json) throws InterruptedException {
        while (true) {
            try {
                var answer = instances.get(instance).post("/api/activities", token, json);
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
                answered.incrementAndGet();
                return null;
            } catch (IOException noAnswer) {
                cutOff.incrementAndGet();
                Thread.sleep(200); // as a client would
            }
        }
    }

    private void assertCapsAreExact(EmbeddedServers servers) throws Exception {
        var jdbc = JdbcClient.create(servers.database().dataSource(SCHEMA));
        await().atMost(Duration.ofMinutes(2))
                .until(() -> jdbc.sql("SELECT COUNT(*) FROM event_publication")
                                .query(Long.class)
                                .single()
                        == 0);
        long season = jdbc.sql("SELECT id FROM season WHERE state = 'OPEN'")
                .query(Long.class)
                .single();
        var paid = new HashMap<String, Long>();
        jdbc.sql("SELECT type, SUM(points), COUNT(*) FROM points_record_%d GROUP BY type".formatted(season))
                .query(row -> {
                    paid.put(row.getString(1), row.getLong(2));
                    assertThat(row.getInt(3)).isEqualTo(OF_EACH_TYPE);
                });
        assertThat(paid).isEqualTo(WORTH);
        long sum = WORTH.values().stream().mapToLong(Long::longValue).sum();
        assertThat(jdbc.sql("SELECT points FROM points_total_" + season)
                        .query(Long.class)
                        .single())
                .isEqualTo(sum);
        var summary = instances.get(1).get("/api/points/summary", DevelopmentToken.of(LEARNER));
        assertThat(JSON.readTree(summary.body()).get("points").asLong()).isEqualTo(sum);
    }
}
