package io.streakboard.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/**
 * Measures {@code POST /api/activities}, a thousand at a time, until ledger, totals and live board hold all of them,
 * against nothing but the inserts of the same ledger rows: into a table made like the ledger, a thousand to a
 * statement, over as many connections. The two take turns, after a warm-up of both; servers are durable as by default.
 * {@code -Dstreakboard.benchmark.leagues=true} switches leagues on.
 */
class IngestionBenchmark {

    private static final int ROUNDS = Integer.getInteger("streakboard.benchmark.rounds", 5);
    private static final int BATCHES = Integer.getInteger("streakboard.benchmark.batches", 120);
    private static final int WARM_UPS = 4;
    private static final int CONNECTIONS = 4;
    private static final int BATCH = 1000;
    private static final int LEARNERS = 50_000;
    private static final int SECONDS_OF_DAYS = 25 * 24 * 3600;
    private static final String SCHEMA = "benchmark";
    private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");
    private static final List<String> TYPES = List.of("LESSON", "QUESTION", "NOTE", "REVIEW");
    private static final JsonMapper JSON = new JsonMapper();
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private record Item(long learner, String type, String sourceId, Instant occurredAt) {

        String json() {
            return "{\"learner\":%d,\"type\":\"%s\",\"sourceId\":\"%s\",\"occurredAt\":\"%s\"}"
                    .formatted(learner, type, sourceId, occurredAt);
        }
    }

    private record Round(double inserts, double answered, double done) {

        double ratio() {
            return done / inserts;
        }

        void print(String name) {
            OUT.printf("| %-7s | %,13.0f | %,12.0f | %,8.0f | %5.2f |%n", name, inserts, answered, done, ratio());
        }

        static Round median(List<Round> rounds) {
            var byRatio = rounds.stream()
                    .sorted(Comparator.comparingDouble(Round::ratio))
                    .toList();
            return byRatio.get(byRatio.size() / 2);
        }
    }

    private final Random random = new Random(1);
    private long items;

    @Test
    void activitiesAgainstPlainInserts() throws Exception {
        try (var servers = EmbeddedServers.startFresh("benchmark")) {
            var properties = new HashMap<>(servers.properties(SCHEMA, 0));
            properties.put("logging.level.root", "warn");
            properties.put("streakboard.clock.start", START.plusSeconds(SECONDS_OF_DAYS));
            properties.put("streakboard.leagues.enabled", Boolean.getBoolean("streakboard.benchmark.leagues"));
            properties.put("server.tomcat.max-keep-alive-requests", -1);
            var program = List.of(
                    "-Xmx1g", "-cp", System.getProperty("java.class.path"), "io.streakboard.StreakboardApplication");
            try (var application = ApplicationProcess.start("ingestion", program, properties);
                    var inserts = new Inserts(servers.database().dataSource(SCHEMA), CONNECTIONS)) {
                measure(
                        application,
                        inserts,
                        JdbcClient.create(servers.database().dataSource(SCHEMA)));
            }
        }
    }

    private void measure(ApplicationProcess application, Inserts inserts, JdbcClient jdbc) throws Exception {
        long season = jdbc.sql("SELECT id FROM season WHERE name = '2026-11'")
                .query(Long.class)
                .single();
        jdbc.sql("CREATE TABLE plain LIKE points_record_" + season).update();
        OUT.println();
        OUT.println("|         | plain inserts | all answered | all done | ratio |");
        OUT.println("|---------|--------------:|-------------:|---------:|------:|");
        for (int i = 0; i < WARM_UPS; i++) {
            round(application, jdbc, season, inserts).print("warm-up");
        }
        var rounds = new ArrayList<Round>();
        for (int i = 1; i <= ROUNDS; i++) {
            var round = round(application, jdbc, season, inserts);
            round.print(Integer.toString(i));
            rounds.add(round);
        }
        Round.median(rounds).print("median");
        OUT.println();
    }

    private Round round(ApplicationProcess application, JdbcClient jdbc, long season, Inserts inserts)
            throws Exception {
        var batches = IntStream.range(0, BATCHES).mapToObj(i -> batch()).toList();
        double inserted = inserts.run(batches, IngestionBenchmark::insert);
        var token = DevelopmentToken.of(1, "service");
        var requests = batches.stream()
                .map(batch -> Load.post(
                        "/api/activities",
                        token,
                        batch.stream().map(Item::json).collect(Collectors.joining(",", "{\"activities\":[", "]}"))))
                .toList();
        long start = System.nanoTime();
        double answered = Load.run(application.port(), requests, CONNECTIONS) * BATCH;
        await().atMost(Duration.ofMinutes(2))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> jdbc.sql("SELECT COUNT(*) FROM EVENT_PUBLICATION")
                                .query(Long.class)
                                .single()
                        == 0);
        double seconds = (System.nanoTime() - start) / 1e9;
        assertAllIsThere(application, jdbc, season);
        return new Round(inserted, answered, BATCHES * BATCH / seconds);
    }

    private List<Item> batch() {
        return IntStream.range(0, BATCH)
                .mapToObj(i -> new Item(
                        1 + random.nextInt(LEARNERS),
                        TYPES.get(random.nextInt(TYPES.size())),
                        "item-" + ++items,
                        START.plusSeconds(random.nextInt(SECONDS_OF_DAYS))))
                .toList();
    }

    /** Every row is in the ledger; its sum is that of the totals, and of the board, which has every learner. */
    private void assertAllIsThere(ApplicationProcess application, JdbcClient jdbc, long season) throws Exception {
        var ledger = "points_record_" + season;
        assertThat(figure(jdbc, "SELECT COUNT(*) FROM " + ledger))
                .isEqualTo(figure(jdbc, "SELECT COUNT(*) FROM plain"))
                .isEqualTo(items);
        assertThat(figure(jdbc, "SELECT SUM(points) FROM " + ledger))
                .isEqualTo(figure(jdbc, "SELECT SUM(points) FROM points_total_" + season));
        var drift = JSON.readTree(
                        application.actuator("/actuator/boards/points").body())
                .get("drift");
        for (var each : List.of("missing", "different", "surplus")) {
            assertThat(drift.get(each).asLong()).as("%s", drift).isZero();
        }
    }

    private static long figure(JdbcClient jdbc, String sql) {
        return jdbc.sql(sql).query(Long.class).single();
    }

    private static void insert(Connection connection, List<Item> batch) throws SQLException {
        var now = Timestamp.from(Instant.now());
        try (var statement = connection.prepareStatement("""
                INSERT INTO plain (user_id, type, source_id, day, points, outcome, reasons, occurred_at, recorded_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)) {
            for (var item : batch) {
                statement.setLong(1, item.learner());
                statement.setString(2, item.type());
                statement.setString(3, item.sourceId());
                statement.setString(4, item.occurredAt().toString().substring(0, 10));
                statement.setInt(5, 10);
                statement.setString(6, "AWARDED");
                statement.setString(7, null);
                statement.setTimestamp(8, Timestamp.from(item.occurredAt()));
                statement.setTimestamp(9, now);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }
}
