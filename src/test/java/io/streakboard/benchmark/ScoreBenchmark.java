package io.streakboard.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Measures {@code POST /api/boards/…/scores}, answered with ranks, so in MySQL and in Redis. A thousand at a time:
 * against nothing but the inserts of the same rows of scores and log, a thousand to a statement, over as many
 * connections. One at a time: against a second instance that gives each call a transaction of its own. All take turns;
 * servers are durable as by default.
 */
class ScoreBenchmark {

    private static final int ROUNDS = Integer.getInteger("streakboard.benchmark.rounds", 5);
    private static final int BATCHES = Integer.getInteger("streakboard.benchmark.batches", 80);

    /** Divided by 1,024, so that all connections get the same share. */
    private static final int CALLS = Integer.getInteger("streakboard.benchmark.calls", 32_000) / 1_024 * 1_024;

    private static final int WARM_UPS = 3;
    private static final int CONNECTIONS = 4;
    private static final int CALLERS = 64;
    private static final int MANY_CALLERS = 256;
    private static final int BATCH = 1000;
    private static final int MEMBERS = 50_000;
    private static final String SCHEMA = "benchmark";
    private static final String PATH = "/api/boards/scores/scores";
    private static final String TOKEN = DevelopmentToken.of(1, "service");
    private static final JsonMapper JSON = new JsonMapper();
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private record Item(long member, int delta, String messageId) {

        String json() {
            return "{\"member\":\"%d\",\"delta\":%d,\"messageId\":\"%s\"}".formatted(member, delta, messageId);
        }
    }

    /** All in items or calls a second. */
    private record Round(double inserts, double batches, double alone, double calls, double one, double many) {

        double ofBatches() {
            return batches / inserts;
        }

        double ofCalls() {
            return calls / alone;
        }

        void print(String name) {
            OUT.printf(
                    "| %-7s | %,7.0f | %,13.0f | %5.2f | %,5.0f | %,12.0f | %5.1f | %,8.0f | %,11.0f |%n",
                    name, inserts, batches, ofBatches(), alone, calls, ofCalls(), one, many);
        }

        static Round median(List<Round> rounds) {
            return new Round(
                    median(rounds, Round::inserts),
                    median(rounds, Round::batches),
                    median(rounds, Round::alone),
                    median(rounds, Round::calls),
                    median(rounds, Round::one),
                    median(rounds, Round::many));
        }

        private static double median(List<Round> rounds, ToDoubleFunction<Round> figure) {
            var sorted = rounds.stream().mapToDouble(figure).sorted().toArray();
            return sorted[sorted.length / 2];
        }
    }

    private final Random random = new Random(1);
    private long items;

    @Test
    void scoresAgainstInsertsAndAgainstTransactions() throws Exception {
        try (var servers = EmbeddedServers.startFresh("benchmark");
                var grouping = start(servers, "scores", "benchmark");
                var alone = start(servers, "scores-alone", "one-transaction-a-call");
                var inserts = new Inserts(servers.database().dataSource(SCHEMA), CONNECTIONS)) {
            measure(
                    grouping,
                    alone,
                    inserts,
                    JdbcClient.create(servers.database().dataSource(SCHEMA)));
        }
    }

    private static ApplicationProcess start(EmbeddedServers servers, String name, String profile) {
        var properties = new HashMap<>(servers.properties(SCHEMA, 0));
        properties.put("logging.level.root", "warn");
        properties.put("spring.profiles.include", profile);
        properties.put("server.tomcat.max-keep-alive-requests", -1);
        properties.put("streakboard.boards[0].name", "scores");
        var program = List.of(
                "-Xmx1g", "-cp", System.getProperty("java.class.path"), "io.streakboard.StreakboardApplication");
        return ApplicationProcess.start(name, program, properties);
    }

    private void measure(ApplicationProcess grouping, ApplicationProcess alone, Inserts inserts, JdbcClient jdbc)
            throws Exception {
        jdbc.sql("CREATE TABLE plain_score LIKE board_score").update();
        jdbc.sql("CREATE TABLE plain_log LIKE board_score_log").update();
        OUT.println();
        OUT.println(
                "|         | inserts | 1,000 at once | ratio | alone | 64 callers   | ratio | 1 caller | 256 callers |");
        OUT.println(
                "|---------|--------:|--------------:|------:|------:|-------------:|------:|---------:|------------:|");
        for (int i = 0; i < WARM_UPS; i++) {
            round(grouping, alone, inserts).print("warm-up");
        }
        var rounds = new ArrayList<Round>();
        for (int i = 1; i <= ROUNDS; i++) {
            var round = round(grouping, alone, inserts);
            round.print(Integer.toString(i));
            rounds.add(round);
        }
        Round.median(rounds).print("median");
        OUT.println();
        assertAllIsThere(grouping, jdbc);
    }

    private Round round(ApplicationProcess grouping, ApplicationProcess alone, Inserts inserts) throws Exception {
        var batches = IntStream.range(0, BATCHES).mapToObj(i -> batch(BATCH)).toList();
        return new Round(
                inserts.run(batches, ScoreBenchmark::insert),
                Load.run(grouping.port(), requests(batches), CONNECTIONS) * BATCH,
                Load.run(alone.port(), single(CALLS / 4), CALLERS),
                Load.run(grouping.port(), single(CALLS), CALLERS),
                Load.run(grouping.port(), single(CALLS / 64), 1),
                Load.run(grouping.port(), single(CALLS), MANY_CALLERS));
    }

    private List<byte[]> single(int calls) {
        return requests(IntStream.range(0, calls).mapToObj(i -> batch(1)).toList());
    }

    private static List<byte[]> requests(List<List<Item>> batches) {
        return batches.stream()
                .map(batch -> Load.post(
                        PATH,
                        TOKEN,
                        batch.stream().map(Item::json).collect(Collectors.joining(",", "{\"scores\":[", "]}"))))
                .toList();
    }

    private List<Item> batch(int size) {
        return IntStream.range(0, size)
                .mapToObj(i -> new Item(1 + random.nextInt(MEMBERS), 1 + random.nextInt(100), "message-" + ++items))
                .toList();
    }

    /** Every message is in the log, and the board in Redis has what MySQL has. */
    private void assertAllIsThere(ApplicationProcess application, JdbcClient jdbc) throws Exception {
        assertThat(jdbc.sql("SELECT COUNT(*) FROM board_score_log")
                        .query(Long.class)
                        .single())
                .isEqualTo(items);
        JsonNode drift = JSON.readTree(application
                        .actuate("/actuator/boards/scores", "{\"action\":\"verify\"}")
                        .body())
                .get("drift");
        for (var each : List.of("missing", "different", "surplus")) {
            assertThat(drift.get(each).asLong()).as("%s", drift).isZero();
        }
    }

    /** In the order of the key, as statements of several connections deadlock otherwise. */
    private static void insert(Connection connection, List<Item> batch) throws SQLException {
        var now = Timestamp.from(Instant.now());
        try (var score = connection.prepareStatement("""
                        INSERT INTO plain_score
                            (edition_id, member, score, reached_at, occurred_at, corrections, extra, hidden)
                        VALUES (1, ?, ?, ?, ?, 0, NULL, FALSE)
                        ON DUPLICATE KEY UPDATE score = VALUES(score), reached_at = VALUES(reached_at),
                            occurred_at = VALUES(occurred_at)
                        """);
                var log = connection.prepareStatement("""
                        INSERT INTO plain_log (board, member, message_id, edition_id, score_before, score_after,
                            all_edition_id, all_before, all_after, occurred_at, recorded_at)
                        VALUES ('scores', ?, ?, 1, ?, ?, NULL, NULL, NULL, ?, ?)
                        """)) {
            for (var item : batch.stream()
                    .sorted(Comparator.comparing(each -> Long.toString(each.member())))
                    .toList()) {
                score.setString(1, Long.toString(item.member()));
                score.setLong(2, item.delta());
                score.setTimestamp(3, now);
                score.setTimestamp(4, now);
                score.addBatch();
                log.setString(1, Long.toString(item.member()));
                log.setString(2, item.messageId());
                log.setLong(3, 0);
                log.setLong(4, item.delta());
                log.setTimestamp(5, now);
                log.setTimestamp(6, now);
                log.addBatch();
            }
            score.executeBatch();
            log.executeBatch();
        }
    }
}
