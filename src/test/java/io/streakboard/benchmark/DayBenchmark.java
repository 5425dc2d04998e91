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
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.util.FileSystemUtils;

/**
 * Measures the processor time of a learner's day: what the learner sends and what a service sends of three lessons,
 * until all of it is delivered and on the board; application, Redis and database together. The unit is a bare request
 * of the same run: one {@code SETBIT}, without security. Then {@link Textbook} does the same day on the same servers.
 * Warm-up comes in bursts with rests, as a JVM whose processors are all busy compiles slowly.
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

    /** Microseconds of a learner: of the application, of Redis, of the database. */
    private record Costs(Map<String, List<Double>> kinds) {

        List<Double> day() {
            return IntStream.range(0, 3)
                    .mapToObj(process -> kinds.values().stream()
                            .mapToDouble(costs -> costs.get(process))
                            .sum())
                    .toList();
        }
    }

    private long nextLearner = 1;
    private double bare;

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
            Costs ours;
            try (var application = start("day", "io.streakboard.StreakboardApplication", ours(servers))) {
                ours = ours(application, ProcessorTime.Processes.of(application, folder));
            }
            try (var textbook = start("textbook", SpringApplication.class.getName(), textbook(servers))) {
                var theirs = textbook(textbook, ProcessorTime.Processes.of(textbook, folder));
                OUT.printf("%nA day costs %.2f of the textbook's.%n", sum(ours.day()) / sum(theirs.day()));
            }
        } finally {
            FileSystemUtils.deleteRecursively(folder);
        }
    }

    private static ApplicationProcess start(String name, String main, Map<String, Object> properties) {
        var program = Stream.concat(
                        Stream.of(System.getProperty("streakboard.benchmark.options", "-Xmx1g")
                                .split(" ")),
                        Stream.of("-cp", System.getProperty("java.class.path"), main))
                .toList();
        return ApplicationProcess.start(name, program, properties);
    }

    private static Map<String, Object> ours(EmbeddedServers servers) {
        var properties = common(servers.properties("benchmark", 0));
        properties.put("streakboard.learners.keys", KEYS);
        properties.put("spring.profiles.include", "benchmark");
        properties.put("streakboard.signin.partitions", Integer.getInteger("streakboard.benchmark.partitions", 128));
        return properties;
    }

    /** None of the application's own configuration. */
    private static Map<String, Object> textbook(EmbeddedServers servers) {
        var properties = common(servers.properties("textbook", 0));
        properties.put("spring.main.sources", Textbook.class.getName());
        properties.put("spring.config.name", "textbook");
        properties.put("spring.profiles.include", "textbook");
        properties.put("spring.threads.virtual.enabled", true);
        properties.put("spring.datasource.hikari.maximum-pool-size", 32);
        return properties;
    }

    private static Map<String, Object> common(Map<String, Object> servers) {
        var properties = new HashMap<>(servers);
        properties.put("logging.level.root", "warn");
        properties.put("server.tomcat.max-keep-alive-requests", -1);
        return properties;
    }

    private Costs ours(ApplicationProcess application, ProcessorTime.Processes processes) throws Exception {
        var backlog = new Backlog(application);
        for (int burst = 0; burst < BURSTS; burst++) {
            bare(application, processes, LEARNERS_A_BURST);
            day(application, processes, LEARNERS_A_BURST, backlog::untilDone);
            Thread.sleep(REST);
        }
        var before = bare(application, processes, LEARNERS);
        var costs = day(application, processes, LEARNERS, backlog::untilDone);
        var after = bare(application, processes, LEARNERS);
        var begun = processes.now();
        Thread.sleep(IDLE);
        var idle = processes.now().since(begun).microsOf((int) IDLE.toSeconds());
        bare = (sum(before) + sum(after)) / 2;
        OUT.printf("%nA bare request takes %.0f µs of processor time.%n", bare);
        print(costs);
        OUT.printf(
                "%nidle, of a processor: application %.2f %%, Redis %.2f %%, database %.2f %%%n",
                idle.get(0) / 1e4, idle.get(1) / 1e4, idle.get(2) / 1e4);
        return costs;
    }

    /** It leaves nothing to be done behind the caller. */
    private Costs textbook(ApplicationProcess textbook, ProcessorTime.Processes processes) throws Exception {
        for (int burst = 0; burst < BURSTS; burst++) {
            day(textbook, processes, LEARNERS_A_BURST, () -> {});
            Thread.sleep(REST);
        }
        var costs = day(textbook, processes, LEARNERS, () -> {});
        OUT.printf("%nThe textbook:%n");
        print(costs);
        return costs;
    }

    /** Each kind until all that follows from it is done. */
    private Costs day(ApplicationProcess application, ProcessorTime.Processes processes, int learners, Runnable done)
            throws Exception {
        var come = LongStream.range(nextLearner, nextLearner + learners)
                .parallel()
                .mapToObj(DayBenchmark::key)
                .map(key -> new Learner(key, DevelopmentToken.of(key, "")))
                .toList();
        nextLearner += learners;
        var costs = new Costs(new LinkedHashMap<>());
        for (var kind : DAY.entrySet()) {
            var requests = come.stream().flatMap(kind.getValue()).toList();
            var begun = processes.now();
            Load.run(application.port(), requests, CONNECTIONS);
            done.run();
            costs.kinds().put(kind.getKey(), processes.now().since(begun).microsOf(learners));
        }
        return costs;
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

    private void print(Costs costs) {
        OUT.printf("%n| of a learner     | application | Redis  | database | bare requests |%n");
        OUT.println("|------------------|------------:|-------:|---------:|--------------:|");
        costs.kinds().forEach((kind, micros) -> print(kind, micros));
        print("day", costs.day());
    }

    private void print(String kind, List<Double> costs) {
        OUT.printf(
                "| %-16s | %,8.0f µs | %,3.0f µs | %,5.0f µs | %13.1f |%n",
                kind, costs.get(0), costs.get(1), costs.get(2), sum(costs) / bare);
    }

    private static double sum(List<Double> costs) {
        return costs.stream().mapToDouble(Double::doubleValue).sum();
    }
}
