package io.streakboard.benchmark;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.util.FileSystemUtils;

/**
 * Measures the processor time of a learner's day: what the learner sends and what a service sends of three lessons,
 * until all of it is delivered and on the board; application, Redis and database together. The unit is a bare request
 * of the same run: one {@code SETBIT}, without security. Warm-up comes in bursts with rests, as a JVM whose processors
 * are all busy compiles slowly.
 */
class DayBenchmark {

    private static final int LEARNERS = Integer.getInteger("streakboard.benchmark.learners", 12_000);
    private static final int BURSTS = Integer.getInteger("streakboard.benchmark.warm-ups", 10);
    private static final int LEARNERS_A_BURST = 1_600;
    private static final Duration REST = Duration.ofSeconds(3);
    private static final Duration IDLE = Duration.ofSeconds(30);
    private static final int LESSONS = 3;

    /** {@code numbers} or {@code texts}: how learners are known. */
    private static final String KEYS = System.getProperty("streakboard.benchmark.keys", "numbers");

    private static final int CONNECTIONS = 16;
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private static final String SERVICE = DevelopmentToken.of("courses", "service");

    /** @param token the same for all requests of the day, as a page keeps it */
    private record Learner(String key, String token) {}

    /** In the order of a day. */
    private static final Map<String, Function<Learner, Stream<byte[]>>> DAY = day();

    private final Map<String, List<Double>> micros = new LinkedHashMap<>();
    private long nextLearner = 1;

    private static Map<String, Function<Learner, Stream<byte[]>>> day() {
        var day = new LinkedHashMap<String, Function<Learner, Stream<byte[]>>>();
        day.put("sign-in", learner -> Stream.of(Load.post("/api/sign-ins", learner.token())));
        day.put("month", get("/api/sign-ins/calendar?month=" + YearMonth.now(ZoneOffset.UTC)));
        day.put("points today", get("/api/points/today"));
        day.put("board of 20", get("/api/boards/points/top?size=20"));
        day.put("around me", get("/api/boards/points/around/me"));
        day.put("summary", get("/api/points/summary"));
        day.put("three lessons", DayBenchmark::lessons);
        return day;
    }

    private static Function<Learner, Stream<byte[]>> get(String path) {
        return learner -> Stream.of(Load.get(path, learner.token()));
    }

    private static String key(long number) {
        return KEYS.equals("texts") ? new UUID(number * 0x9E3779B97F4A7C15L, number).toString() : Long.toString(number);
    }

    /** A call each: a service tells of a lesson when it is done. */
    private static Stream<byte[]> lessons(Learner learner) {
        var at = Instant.now().minusSeconds(1);
        return LongStream.rangeClosed(1, LESSONS)
                .mapToObj(lesson ->
                        Load.post("/api/activities", SERVICE, """
                        {"activities":[{"learner":"%s","type":"LESSON","sourceId":"l-%s-%d","occurredAt":"%s"}]}""".formatted(learner.key(), learner.key(), lesson, at)));
    }

    @Test
    void aLearnersDay() throws Exception {
        var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "benchmark-");
        try (var servers = EmbeddedServers.startIn(folder)) {
            var properties = new HashMap<>(servers.properties("benchmark", 0));
            properties.put("logging.level.root", "warn");
            properties.put("streakboard.learners.keys", KEYS);
            properties.put("spring.profiles.include", "benchmark");
            properties.put("server.tomcat.max-keep-alive-requests", -1);
            properties.put(
                    "streakboard.signin.partitions", Integer.getInteger("streakboard.benchmark.partitions", 128));
            var program = Stream.concat(
                            Stream.of(System.getProperty("streakboard.benchmark.options", "-Xmx1g")
                                    .split(" ")),
                            Stream.of(
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    "io.streakboard.StreakboardApplication"))
                    .toList();
            try (var application = ApplicationProcess.start("day", program, properties)) {
                measure(application, ProcessorTime.Processes.of(application, folder));
            }
        } finally {
            FileSystemUtils.deleteRecursively(folder);
        }
    }

    private void measure(ApplicationProcess application, ProcessorTime.Processes processes) throws Exception {
        for (int burst = 0; burst < BURSTS; burst++) {
            bare(application, processes, LEARNERS_A_BURST);
            day(application, processes, LEARNERS_A_BURST);
            Thread.sleep(REST);
        }
        var before = bare(application, processes, LEARNERS);
        day(application, processes, LEARNERS);
        var after = bare(application, processes, LEARNERS);
        var begun = processes.now();
        Thread.sleep(IDLE);
        var idle = processes.now().since(begun).microsOf((int) IDLE.toSeconds());
        print((sum(before) + sum(after)) / 2);
        OUT.printf(
                "%nidle, of a processor: application %.2f %%, Redis %.2f %%, database %.2f %%%n",
                idle.get(0) / 1e4, idle.get(1) / 1e4, idle.get(2) / 1e4);
    }

    /** Each kind until all that follows from it is done. */
    private void day(ApplicationProcess application, ProcessorTime.Processes processes, int learners) throws Exception {
        var come = LongStream.range(nextLearner, nextLearner + learners)
                .parallel()
                .mapToObj(DayBenchmark::key)
                .map(key -> new Learner(key, DevelopmentToken.of(key, "")))
                .toList();
        nextLearner += learners;
        for (var kind : DAY.entrySet()) {
            var requests = come.stream().flatMap(kind.getValue()).toList();
            var begun = processes.now();
            Load.run(application.port(), requests, CONNECTIONS);
            new Backlog(application).untilDone();
            micros.put(kind.getKey(), processes.now().since(begun).microsOf(learners));
        }
    }

    private static List<Double> bare(ApplicationProcess application, ProcessorTime.Processes processes, int requests)
            throws Exception {
        var request = Load.post(BareEndpoint.OPEN, "none");
        var begun = processes.now();
        Load.run(
                application.port(),
                Stream.generate(() -> request).limit(requests).toList(),
                CONNECTIONS);
        return processes.now().since(begun).microsOf(requests);
    }

    private void print(double bare) {
        OUT.printf("%nA bare request takes %.0f µs of processor time.%n%n", bare);
        OUT.println("| of a learner     | application | Redis  | database | bare requests |");
        OUT.println("|------------------|------------:|-------:|---------:|--------------:|");
        micros.forEach((kind, costs) -> print(kind, costs, bare));
        var day = LongStream.range(0, 3)
                .mapToObj(process -> micros.values().stream()
                        .mapToDouble(costs -> costs.get((int) process))
                        .sum())
                .toList();
        print("day", day, bare);
    }

    private static void print(String kind, List<Double> costs, double bare) {
        OUT.printf(
                "| %-16s | %,8.0f µs | %,3.0f µs | %,5.0f µs | %13.1f |%n",
                kind, costs.get(0), costs.get(1), costs.get(2), sum(costs) / bare);
    }

    private static double sum(List<Double> costs) {
        return costs.stream().mapToDouble(Double::doubleValue).sum();
    }
}
