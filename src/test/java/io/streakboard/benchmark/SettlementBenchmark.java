package io.streakboard.benchmark;

import static org.awaitility.Awaitility.await;

import io.lettuce.core.api.sync.RedisCommands;
import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.util.FileSystemUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Measures the settlement of a season by one instance with a small heap, from the admin's action to the proof, against
 * the least that MySQL needs for the same rows and against the usual way to write them.
 */
class SettlementBenchmark {

    private static final int[] SIZES = Arrays.stream(
                    System.getProperty("streakboard.benchmark.learners", "1000000,5000000")
                            .split(","))
            .mapToInt(Integer::parseInt)
            .toArray();
    private static final int ROUNDS = Integer.getInteger("streakboard.benchmark.rounds", 3);
    private static final int INSTANCES = Integer.getInteger("streakboard.benchmark.instances", 1);
    private static final int WARM_UP = 100_000;
    private static final int WARM_UPS = 2;
    private static final String SCHEMA = "benchmark";

    /** Bytes, so that the tables of five million learners fit, as they would on a server for so many. */
    private static final long BUFFER_POOL = 2L << 30;

    private static final JsonMapper JSON = new JsonMapper();
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private record Round(int learners, double floor, double textbook, double ours, String steps) {

        double ratio() {
            return ours / floor;
        }

        void print(String name) {
            OUT.printf(
                    "| %-7s | %,9d | %5.1f s | %6.1f s | %6.1f s | %5.2f | %4.1f | %s |%n",
                    name, learners, floor, textbook, ours, ratio(), textbook / ours, steps);
        }

        static Round median(List<Round> rounds) {
            var byRatio = rounds.stream()
                    .sorted(Comparator.comparingDouble(Round::ratio))
                    .toList();
            return byRatio.get(byRatio.size() / 2);
        }
    }

    private int nextSeason = 1_000;
    private double textbook;

    @Test
    void settlementAgainstTheFloorAndTheTextbook() throws Exception {
        var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "benchmark-");
        var instances = new ArrayList<ApplicationProcess>();
        try (var servers = EmbeddedServers.startIn(folder);
                var client = EndedSeason.client(servers.redis().port());
                var redis = client.connect()) {
            var properties = new HashMap<>(servers.properties(SCHEMA, 0));
            properties.put("logging.level.root", "warn");
            var program = List.of(
                    "-Xms256m",
                    "-Xmx256m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "io.streakboard.StreakboardApplication");
            for (int i = 1; i <= INSTANCES; i++) {
                instances.add(ApplicationProcess.start("settlement-benchmark-" + i, program, properties));
            }
            try (var database = connect(servers);
                    var statement = database.createStatement()) {
                statement.execute("SET GLOBAL innodb_buffer_pool_size = " + BUFFER_POOL);
                measure(instances.getFirst(), database, redis.sync(), folder);
            }
        } finally {
            instances.forEach(ApplicationProcess::close);
            FileSystemUtils.deleteRecursively(folder);
        }
    }

    /** As for the usual way: without the rewriting of batches, which the application sets for itself. */
    private static Connection connect(EmbeddedServers servers) throws Exception {
        var url = servers.database()
                        .jdbcUrl(SCHEMA)
                        .replace("&rewriteBatchedStatements=true", "")
                        .replace("&socketTimeout=60000", "")
                + "&allowLoadLocalInfile=true";
        return DriverManager.getConnection(
                url, servers.database().user(), servers.database().password());
    }

    private void measure(
            ApplicationProcess application, Connection database, RedisCommands<String, String> redis, Path folder)
            throws Exception {
        OUT.println();
        OUT.println(database.getMetaData().getDatabaseProductVersion() + ", " + INSTANCES + " instance(s)");
        OUT.println();
        OUT.println("|         | learners  | floor   | textbook | ours     | ratio | gain | steps |");
        OUT.println("|---------|----------:|--------:|---------:|---------:|------:|-----:|-------|");
        for (int i = 1; i <= WARM_UPS; i++) {
            round(WARM_UP, application, database, redis, folder).print("warm-up");
        }
        for (int learners : SIZES) {
            textbook = 0;
            var rounds = new ArrayList<Round>();
            for (int i = 1; i <= ROUNDS; i++) {
                var round = round(learners, application, database, redis, folder);
                round.print(Integer.toString(i));
                rounds.add(round);
            }
            Round.median(rounds).print("median");
        }
        OUT.println();
    }

    private Round round(
            int learners,
            ApplicationProcess application,
            Connection database,
            RedisCommands<String, String> redis,
            Path folder)
            throws Exception {
        int number = (int) (nextSeason++ - 1_000);
        var season = EndedSeason.play(1_000 + number, EndedSeason.month(number), learners, database, redis, folder);
        double floor = season.floor(database, folder);
        if (textbook == 0) {
            textbook = learners > SIZES[0] ? Double.NaN : season.textbook(database, redis); // it takes long
        }
        season.announce(database);
        long start = System.nanoTime();
        application.actuate("/actuator/seasons/" + season.id(), "{\"action\":\"settle\"}");
        await().atMost(Duration.ofMinutes(2))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> detail(application, season)
                        .at("/season/state")
                        .asString()
                        .equals("SETTLED"));
        double ours = EndedSeason.secondsSince(start);
        await().atMost(Duration.ofMinutes(1)).until(() -> redis.exists(season.board()) == 0);
        var steps = steps(detail(application, season));
        season.drop(database);
        return new Round(learners, floor, textbook, ours, steps);
    }

    private static JsonNode detail(ApplicationProcess application, EndedSeason season) throws Exception {
        return JSON.readTree(
                application.actuator("/actuator/seasons/" + season.id()).body());
    }

    private static String steps(JsonNode detail) {
        var steps = new StringBuilder();
        for (var step : detail.get("steps")) {
            if (step.path("seconds").asDouble() > 0) {
                steps.append("%s %.1f "
                        .formatted(
                                step.get("step").asString(),
                                step.path("seconds").asDouble()));
            }
        }
        return steps.toString().strip();
    }
}
