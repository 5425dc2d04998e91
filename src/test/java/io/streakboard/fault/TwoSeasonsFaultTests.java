package io.streakboard.fault;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
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
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The clocks of two instances stand on either side of a month's end, so that each has another current season. Both are
 * told everything: what learners did before and after that midnight, what they did in a month that is settled, and
 * what admins grant. Source ids are the same in all months. One instance is paused meanwhile, with {@code SIGSTOP}.
 * Whichever season takes what is late: caps hold, everything counts once, and ledgers, totals and boards agree.
 */
@Tag("release")
class TwoSeasonsFaultTests {

    private static final String SCHEMA = "two_seasons";
    private static final Instant MIDNIGHT = Instant.parse("2009-11-01T00:00:00Z");
    private static final Instant SETTLED = Instant.parse("2009-09-10T08:00:00Z");
    private static final List<Instant> DONE_AT =
            List.of(SETTLED, MIDNIGHT.minusSeconds(7_200), MIDNIGHT.plusSeconds(600));
    private static final List<Long> LEARNERS = List.of(41L, 42L, 43L);
    private static final int OF_EACH = 12;
    private static final Map<String, Long> A_DAY = Map.of("LESSON", 50L, "NOTE", 20L, "REVIEW", 10L * OF_EACH);
    private static final int GRANTS = 20;
    private static final int THREADS_EACH = 8;
    private static final JsonMapper JSON = new JsonMapper();

    private final List<ApplicationProcess> instances = new ArrayList<>();
    private final List<AtomicInteger> answered = List.of(new AtomicInteger(), new AtomicInteger());

    @Test
    void capsHoldAndEverythingCountsOnceWhileTwoSeasonsAreCurrent() throws Exception {
        try (var servers = EmbeddedServers.startFresh("two-seasons")) {
            instances.add(start(servers, "before", MIDNIGHT.minusSeconds(3_600)));
            instances.add(start(servers, "after", MIDNIGHT.plusSeconds(3_600)));
            var jdbc = JdbcClient.create(servers.database().dataSource(SCHEMA));
            post(1, "/api/activities", activity(40, "REVIEW", "opens the month", SETTLED));
            settle("2009-09");

            try (var toFirst = Executors.newFixedThreadPool(THREADS_EACH);
                    var toLast = Executors.newFixedThreadPool(THREADS_EACH)) {
                var reports = Stream.concat(
                                reports(0).stream().map(toFirst::submit),
                                reports(1).stream().map(toLast::submit))
                        .toList();
                await().until(() -> answered.getFirst().get() > reports.size() / 8);
                instances.getFirst().pause(); // the one whose clock is behind
                try {
                    int before = answered.getLast().get();
                    await().until(() -> answered.getLast().get() > before + reports.size() / 8 || waitsForALock(jdbc));
                } finally {
                    instances.getFirst().resume(); // or the threads that ask it would never end
                }
                for (Future<?> report : reports) {
                    report.get();
                }
            }

            await().atMost(Duration.ofMinutes(2))
                    .until(() -> count(jdbc, "SELECT COUNT(*) FROM event_publication") == 0);
            assertBooks(jdbc);
            settle("2009-10");
            assertAgreement(jdbc, "2009-10");
        } finally {
            instances.forEach(ApplicationProcess::resume);
            instances.forEach(ApplicationProcess::close);
        }
    }

    private static ApplicationProcess start(EmbeddedServers servers, String name, Instant clock) {
        var properties = new HashMap<>(servers.properties(SCHEMA, 0));
        properties.put("streakboard.clock.start", clock);
        properties.put("streakboard.points.clock-skew", "1d");
        properties.put("streakboard.season.grace", "1d");
        properties.put("streakboard.season.check-interval", "200ms");
        properties.put("streakboard.settlement.interval", "200ms");
        properties.put("streakboard.settlement.copy-interval", "200ms");
        properties.put("streakboard.events.stale-after", "5s");
        properties.put("streakboard.events.check-interval", "1s");
        return ApplicationProcess.startPackaged("two-seasons-" + name, properties);
    }

    /** The one whose clock is ahead knows that the month is over. */
    private void settle(String month) {
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> {
                    var answer = instances.getLast().actuate("/actuator/seasons/" + month, "{\"action\":\"settle\"}");
                    return JSON.readTree(answer.body())
                            .at("/season/state")
                            .asString()
                            .equals("SETTLED");
                });
    }

    /** Whether the one that is awake waits for what the paused one has locked: it takes few batches at a time. */
    private static boolean waitsForALock(JdbcClient jdbc) {
        return count(jdbc, "SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'") >= 3;
    }

    /** Everything, in any order. */
    private List<Callable<Void>> reports(int to) {
        var reports = new ArrayList<Callable<Void>>();
        for (long learner : LEARNERS) {
            for (int i = 0; i < OF_EACH; i++) {
                for (var type : A_DAY.keySet()) {
                    for (var at : DONE_AT) {
                        var json = activity(learner, type, "s" + i, at);
                        reports.add(() -> post(to, "/api/activities", json));
                    }
                }
            }
            for (int i = 0; i < GRANTS; i++) {
                var json = "{\"learner\":%d,\"points\":%d,\"reason\":\"r\",\"requestId\":\"%d-%d\"}"
                        .formatted(learner, i % 2 == 0 ? 3 : -1, learner, i);
                reports.add(() -> post(to, "/api/points/adjustments", json));
            }
        }
        Collections.shuffle(reports, new Random(to));
        return reports;
    }

    private static String activity(long learner, String type, String sourceId, Instant at) {
        return "{\"activities\":[{\"learner\":%d,\"type\":\"%s\",\"sourceId\":\"%s\",\"occurredAt\":\"%s\"}]}"
                .formatted(learner, type, sourceId, at);
    }

    private Void post(int instance, String path, String json) throws InterruptedException {
        var token = DevelopmentToken.of(1, "service admin");
        while (true) {
            try {
                var answer = instances.get(instance).post(path, token, json);
                if (answer.statusCode() < 300) {
                    answered.get(instance).incrementAndGet();
                    return null;
                }
                // what waited for the paused instance for too long may be asked again
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
            } catch (IOException noAnswer) {
                Thread.sleep(200); // as a client would
            }
        }
    }

    private void assertBooks(JdbcClient jdbc) throws Exception {
        var ledgers = Stream.of("2009-09", "2009-10", "2009-11")
                .map(name -> "SELECT * FROM points_record_" + id(jdbc, name))
                .collect(joining(" UNION ALL ", "(", ") AS ledgers"));
        var paid = new HashMap<String, Long>();
        jdbc.sql("SELECT user_id, day, type, SUM(points), COUNT(*), COUNT(DISTINCT source_id) FROM " + ledgers
                        + " WHERE user_id > 40 AND type <> 'ADJUSTMENT' GROUP BY user_id, day, type")
                .query(row -> {
                    paid.put(row.getLong(1) + " " + row.getString(2) + " " + row.getString(3), row.getLong(4));
                    assertThat(row.getInt(5)).isEqualTo(OF_EACH).isEqualTo(row.getInt(6));
                });
        var worth = new HashMap<String, Long>();
        for (long learner : LEARNERS) {
            for (var at : DONE_AT) {
                A_DAY.forEach((type, points) ->
                        worth.put(learner + " " + at.toString().substring(0, 10) + " " + type, points));
            }
        }
        assertThat(paid).isEqualTo(worth);
        assertThat(count(jdbc, "SELECT COUNT(*) FROM points_late")).isEqualTo(LEARNERS.size() * A_DAY.size() * OF_EACH);
        assertThat(count(jdbc, "SELECT COUNT(DISTINCT season) FROM points_late"))
                .isEqualTo(2);
        assertThat(count(jdbc, "SELECT COUNT(*) FROM " + ledgers + " WHERE type = 'ADJUSTMENT'"))
                .isEqualTo(LEARNERS.size() * GRANTS)
                .isEqualTo(count(jdbc, "SELECT COUNT(*) FROM points_adjustment"));
        assertAgreement(jdbc, "2009-10");
        assertAgreement(jdbc, "2009-11");
    }

    private void assertAgreement(JdbcClient jdbc, String season) throws Exception {
        long id = id(jdbc, season);
        var ledger = points(jdbc, "SELECT user_id, SUM(points) FROM points_record_%d GROUP BY user_id".formatted(id));
        assertThat(points(jdbc, "SELECT user_id, points FROM points_total_" + id))
                .isEqualTo(ledger);
        for (var instance : instances) {
            var ids = LEARNERS.stream().map(String::valueOf).collect(joining(","));
            var answer = instance.get(
                    "/api/boards/points/members?season=%s&ids=%s".formatted(season, ids), DevelopmentToken.of(1));
            assertThat(items(answer.body())
                            .collect(toMap(
                                    item -> item.get("member").asLong(),
                                    item -> item.get("score").asLong())))
                    .isEqualTo(ledger);
        }
    }

    private static Stream<JsonNode> items(String body) {
        return StreamSupport.stream(JSON.readTree(body).get("items").spliterator(), false);
    }

    private static Map<Long, Long> points(JdbcClient jdbc, String sql) {
        var points = new HashMap<Long, Long>();
        jdbc.sql(sql).query(row -> {
            points.put(row.getLong(1), row.getLong(2));
        });
        return points;
    }

    private static long id(JdbcClient jdbc, String season) {
        return jdbc.sql("SELECT id FROM season WHERE name = ?")
                .param(season)
                .query(Long.class)
                .single();
    }

    private static long count(JdbcClient jdbc, String sql) {
        return jdbc.sql(sql).query(Long.class).single();
    }
}
