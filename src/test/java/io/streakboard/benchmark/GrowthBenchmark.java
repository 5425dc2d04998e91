package io.streakboard.benchmark;

import static org.awaitility.Awaitility.await;

import io.lettuce.core.api.sync.RedisCommands;
import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.springframework.util.FileSystemUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Measures how much more several instances do than one, when each answer of MySQL and of Redis comes late. Then an
 * instance waits most of the time, and a few share the processors of one machine: what they do grows with their number
 * as long as none waits for another.
 */
class GrowthBenchmark {

    /** On each way, there and back. */
    private static final Duration DELAY = Duration.ofMillis(Integer.getInteger("streakboard.benchmark.delay", 5));

    private static final int INSTANCES = Integer.getInteger("streakboard.benchmark.instances", 4);
    private static final int LEARNERS = Integer.getInteger("streakboard.benchmark.learners", 300_000);
    private static final int ROUNDS = Integer.getInteger("streakboard.benchmark.rounds", 3);
    private static final int WARM_UPS = Integer.getInteger("streakboard.benchmark.warm-ups", 1);

    /** To each instance a round. */
    private static final int SIGN_INS = Integer.getInteger("streakboard.benchmark.requests", 1_500);

    /** To each instance: so few that processors are not the limit. */
    private static final int CONNECTIONS = Integer.getInteger("streakboard.benchmark.connections", 2);

    private static final String SCHEMA = "benchmark";
    private static final JsonMapper JSON = new JsonMapper();
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    /**
     * @param settlement seconds from the admin's action to the end of the proof
     * @param copy seconds of these in which all instances copied ranks
     * @param proof seconds of these in which one instance compared all rows
     * @param answered sign-ins a second until the last answer
     * @param done sign-ins a second until nothing waits in the journal, nor an event
     * @param settling processor seconds until the end of the proof
     * @param signing processor seconds until nothing waits
     */
    private record Round(
            double settlement,
            double copy,
            double proof,
            double answered,
            double done,
            Processors settling,
            Processors signing) {

        void print(int instances, String name) {
            OUT.printf(
                    "| %9d | %-7s | %6.1f s | %4.1f s | %4.1f s | %s | %,8.0f | %,5.0f | %s |%n",
                    instances, name, settlement, copy, proof, settling, answered, done, signing);
        }
    }

    /** Processor seconds that all instances and the servers have taken. */
    private record Processors(double instances, double redis, double database) {

        static Processors of(List<ApplicationProcess> instances, Path folder) throws IOException {
            var taken = ProcessorTime.Processes.of(instances.getFirst(), folder).now();
            return new Processors(
                    instances.stream()
                            .mapToDouble(each -> seconds(ProcessorTime.taken(each.pid())))
                            .sum(),
                    seconds(taken.redis()),
                    seconds(taken.database()));
        }

        private static double seconds(Duration taken) {
            return taken.toNanos() / 1e9;
        }

        Processors since(Processors before) {
            return new Processors(instances - before.instances, redis - before.redis, database - before.database);
        }

        @Override
        public String toString() {
            return "%5.1f, %4.1f, %4.1f s".formatted(instances, redis, database);
        }
    }

    private final List<ApplicationProcess> instances = new ArrayList<>();
    private int nextSeason;
    private long nextLearner = 1;

    @Test
    void severalInstancesAgainstOne() throws Exception {
        var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "benchmark-");
        try (var servers = EmbeddedServers.startIn(folder);
                var toDatabase = LongWire.to(servers.database().port());
                var toRedis = LongWire.to(servers.redis().port());
                var client = EndedSeason.client(servers.redis().port());
                var redis = client.connect()) {
            var wires = List.of(toDatabase, toRedis);
            var properties = properties(servers, toDatabase, toRedis);
            instances.add(start(1, properties));
            try (var database = connect(servers)) {
                OUT.printf(
                        "%n%s, %s late on each way%n%n", database.getMetaData().getDatabaseProductVersion(), DELAY);
                OUT.println("| instances | round   | settled  | copy   | proof  | application, Redis, MySQL "
                        + "| answered | done  | application, Redis, MySQL |");
                OUT.println("|----------:|---------|---------:|-------:|-------:|--------------------------:"
                        + "|---------:|------:|--------------------------:|");
                wires.forEach(wire -> wire.takes(DELAY));
                var one = rounds(database, redis.sync(), folder);
                wires.forEach(wire -> wire.takes(Duration.ZERO)); // to start goes to MySQL hundreds of times
                IntStream.rangeClosed(2, INSTANCES)
                        .parallel()
                        .mapToObj(number -> start(number, properties))
                        .forEachOrdered(instances::add);
                wires.forEach(wire -> wire.takes(DELAY));
                var all = rounds(database, redis.sync(), folder);
                OUT.println();
                OUT.printf(
                        "%d instances to one: settled %.2f (copy %.2f), answered %.2f, done %.2f times as fast%n%n",
                        INSTANCES,
                        median(one, Round::settlement) / median(all, Round::settlement),
                        median(one, Round::copy) / median(all, Round::copy),
                        median(all, Round::answered) / median(one, Round::answered),
                        median(all, Round::done) / median(one, Round::done));
            }
        } finally {
            instances.forEach(ApplicationProcess::close);
            FileSystemUtils.deleteRecursively(folder);
        }
    }

    private static Map<String, Object> properties(EmbeddedServers servers, LongWire toDatabase, LongWire toRedis) {
        var properties = new HashMap<>(servers.properties(SCHEMA, 0));
        properties.computeIfPresent(
                "spring.datasource.url",
                (name, url) ->
                        url.toString().replace(":" + servers.database().port() + "/", ":" + toDatabase.port() + "/"));
        properties.put("spring.data.redis.port", toRedis.port());
        properties.put("logging.level.root", "warn");
        return properties;
    }

    private static ApplicationProcess start(int number, Map<String, Object> properties) {
        return ApplicationProcess.start(
                "growth-" + number,
                List.of(
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.streakboard.StreakboardApplication"),
                properties);
    }

    private static Connection connect(EmbeddedServers servers) throws Exception {
        var url = servers.database().jdbcUrl(SCHEMA) + "&allowLoadLocalInfile=true";
        return DriverManager.getConnection(
                url, servers.database().user(), servers.database().password());
    }

    private List<Round> rounds(Connection database, RedisCommands<String, String> redis, Path folder) throws Exception {
        for (int i = 0; i < WARM_UPS; i++) {
            round(database, redis, folder).print(instances.size(), "warm-up");
        }
        var rounds = new ArrayList<Round>();
        for (int i = 1; i <= ROUNDS; i++) {
            var round = round(database, redis, folder);
            round.print(instances.size(), Integer.toString(i));
            rounds.add(round);
        }
        return rounds;
    }

    private static double median(List<Round> rounds, ToDoubleFunction<Round> figure) {
        return rounds.stream()
                .sorted(Comparator.comparingDouble(figure))
                .mapToDouble(figure)
                .toArray()[rounds.size() / 2];
    }

    private Round round(Connection database, RedisCommands<String, String> redis, Path folder) throws Exception {
        int number = nextSeason++;
        var season = EndedSeason.play(1_000 + number, EndedSeason.month(number), LEARNERS, database, redis, folder);
        season.announce(database);
        var before = Processors.of(instances, folder);
        long start = System.nanoTime();
        instances.getFirst().actuate("/actuator/seasons/" + season.id(), "{\"action\":\"settle\"}");
        untilTrue(() -> detail(season).at("/season/state").asString().equals("SETTLED"));
        double settlement = EndedSeason.secondsSince(start);
        var settling = Processors.of(instances, folder).since(before);
        untilTrue(() -> redis.exists(season.board()) == 0);
        var steps = detail(season).get("steps");
        season.drop(database);

        var loads = instances.stream().map(each -> signIns()).toList(); // signing tokens takes a while
        before = Processors.of(instances, folder);
        start = System.nanoTime();
        signIn(loads);
        double answered = EndedSeason.secondsSince(start);
        untilTrue(() -> waiting(database, redis) == 0);
        double done = EndedSeason.secondsSince(start);
        int all = SIGN_INS * instances.size();
        var signing = Processors.of(instances, folder).since(before);
        return new Round(
                settlement,
                seconds(steps, "COPY"),
                seconds(steps, "VERIFY"),
                all / answered,
                all / done,
                settling,
                signing);
    }

    private static double seconds(JsonNode steps, String name) {
        return StreamSupport.stream(steps.spliterator(), false)
                .filter(step -> step.get("step").asString().equals(name))
                .mapToDouble(step -> step.path("seconds").asDouble())
                .sum();
    }

    private List<byte[]> signIns() {
        return LongStream.range(nextLearner, nextLearner += SIGN_INS).boxed().toList().parallelStream()
                .map(learner -> Load.post("/api/sign-ins", DevelopmentToken.of(learner)))
                .toList();
    }

    /** All instances at once, each with learners of its own. */
    private void signIn(List<List<byte[]>> loads) throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var working = new ArrayList<Future<?>>();
            for (int i = 0; i < loads.size(); i++) {
                int port = instances.get(i).port();
                var load = loads.get(i);
                working.add(threads.submit(() -> Load.run(port, load, CONNECTIONS)));
            }
            for (var each : working) {
                each.get();
            }
        }
    }

    private JsonNode detail(EndedSeason season) throws Exception {
        return read("/actuator/seasons/" + season.id());
    }

    /** Entries of journals and events, as the servers tell without delay. */
    private static long waiting(Connection database, RedisCommands<String, String> redis) throws Exception {
        long entries =
                redis.keys("streak:{*}:journal").stream().mapToLong(redis::xlen).sum();
        try (var statement = database.createStatement();
                var events = statement.executeQuery("SELECT COUNT(*) FROM event_publication")) {
            events.next();
            return entries + events.getLong(1);
        }
    }

    private JsonNode read(String path) throws Exception {
        return JSON.readTree(instances.getFirst().actuator(path).body());
    }

    private static void untilTrue(Callable<Boolean> condition) {
        await().atMost(Duration.ofMinutes(2))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(20))
                .until(condition);
    }
}
