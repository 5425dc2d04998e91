package io.streakboard.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import io.streakboard.time.Utc;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/**
 * Learners who take one lesson each. A service reports them to several instances in turn, each until it is answered.
 * Every lesson has to be paid by the version of the rulebook in whose time it was taken.
 */
final class Lessons implements AutoCloseable {

    private static final int AT_ONCE = 4;
    private static final long PAUSE_MILLIS = 5;
    private static final long RETRY_MILLIS = 200;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String SERVICE = DevelopmentToken.of(1, "service");
    private static final JsonMapper JSON = new JsonMapper();

    private final Supplier<List<ApplicationProcess>> instances;
    private final JdbcClient jdbc;
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicLong learners = new AtomicLong(1_000_000);
    private final Map<Long, Instant> answered = new ConcurrentHashMap<>();

    /** How many lessons an instance has paid with so many points. */
    private final Map<String, Integer> paid = new ConcurrentHashMap<>();

    private final List<String> unexpected = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Future<?>> working = new ArrayList<>();

    Lessons(EmbeddedServers servers, String schema, Supplier<List<ApplicationProcess>> instances) {
        this.jdbc = JdbcClient.create(servers.database().dataSource(schema));
        this.instances = instances;
    }

    /** Lets learners take lessons, one every few milliseconds, until {@link #assertPaidByTheirVersions}. */
    void begin() {
        for (int i = 0; i < AT_ONCE; i++) {
            working.add(threads.submit(() -> {
                while (!over.get()) {
                    long learner = learners.getAndIncrement();
                    report(learner, Instant.now(), anyOf(learner));
                    Thread.sleep(PAUSE_MILLIS); // as a client would
                }
                return null;
            }));
        }
    }

    private Supplier<ApplicationProcess> anyOf(long learner) {
        return () -> {
            var alive = instances.get();
            return alive.get((int) (learner % alive.size()));
        };
    }

    /** Reports a lesson of another learner to one of the instances. Does not wait for the answer. */
    void take(ApplicationProcess instance, Instant occurredAt) {
        long learner = learners.getAndIncrement();
        working.add(threads.submit(() -> {
            report(learner, occurredAt, () -> instance);
            return null;
        }));
    }

    private void report(long learner, Instant now, Supplier<ApplicationProcess> instance) throws InterruptedException {
        var occurredAt = now.truncatedTo(ChronoUnit.MILLIS);
        var json = "{\"activities\":[{\"learner\":%d,\"type\":\"LESSON\",\"sourceId\":\"s\",\"occurredAt\":\"%s\"}]}"
                .formatted(learner, occurredAt);
        while (!isAnswered(json, instance.get())) {
            Thread.sleep(RETRY_MILLIS); // as a client would
        }
        answered.put(learner, occurredAt);
    }

    private boolean isAnswered(String json, ApplicationProcess instance) throws InterruptedException {
        try {
            var answer = instance.post("/api/activities", SERVICE, json);
            if (answer.statusCode() == 200) {
                var result = JSON.readTree(answer.body()).at("/results/0");
                var outcome = result.path("outcome").asString();
                if (outcome.equals("AWARDED")) {
                    paid.merge(key(instance, result.path("points").asInt()), 1, Integer::sum);
                } else if (!outcome.equals("DUPLICATE")) {
                    unexpected.add(answer.body());
                }
                return true;
            }
            if (answer.statusCode() != 503) {
                unexpected.add(answer.statusCode() + " " + answer.body());
                return true;
            }
        } catch (IOException noAnswer) {
            // nobody knows whether it counted
        }
        return false;
    }

    private static String key(ApplicationProcess instance, int points) {
        return instance.pid() + " paid " + points;
    }

    /** Returns when an instance has answered with these points a few times more. */
    void awaitPaid(ApplicationProcess instance, int points) {
        var key = key(instance, points);
        int before = paid.getOrDefault(key, 0);
        await(key).atMost(PATIENCE).until(() -> paid.getOrDefault(key, 0) >= before + 20);
    }

    /** Waits for the answers to all lessons, and compares the ledger with the versions. */
    void assertPaidByTheirVersions() throws Exception {
        over.set(true);
        for (var each : working) {
            each.get();
        }
        assertThat(unexpected).isEmpty();
        var points = pointsByValidity();
        var expected = new HashMap<Long, String>();
        answered.forEach((learner, at) ->
                expected.put(learner, at + " " + points.floorEntry(at).getValue()));
        var recorded = new HashMap<Long, String>();
        for (var season : jdbc.sql("SELECT id FROM season").query(Long.class).list()) {
            jdbc.sql("SELECT user_id, occurred_at, points FROM points_record_%d WHERE type = 'LESSON'"
                            .formatted(season))
                    .query(row -> {
                        recorded.put(row.getLong(1), Utc.instant(row, "occurred_at") + " " + row.getInt(3));
                    });
        }
        assertThat(recorded).isEqualTo(expected);
    }

    private TreeMap<Instant, Integer> pointsByValidity() {
        var points = new TreeMap<Instant, Integer>();
        jdbc.sql("SELECT valid_from, document FROM rulebook_version WHERE withdrawn_at IS NULL")
                .query(row -> {
                    points.put(
                            Utc.instant(row, "valid_from"),
                            JSON.readTree(row.getString(2))
                                    .at("/types/LESSON/points")
                                    .asInt());
                });
        return points;
    }

    @Override
    public void close() {
        over.set(true);
        threads.shutdownNow();
    }
}
