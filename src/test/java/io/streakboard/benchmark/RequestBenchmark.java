package io.streakboard.benchmark;

import static java.util.stream.Collectors.joining;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import io.streakboard.process.Token;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.util.FileSystemUtils;

/**
 * Measures what learners ask for, each kind of request against an endpoint of the same process that does nothing but
 * one {@code SETBIT}, without security. Bare requests are sent before and after each kind, so that a busy neighbour
 * slows down both. Each learner has a token of their own, which comes for the first time with the new sign-in or the
 * visit, and again with all other requests.
 */
@SuppressWarnings("NullAway.Init") // the application starts with the test
class RequestBenchmark {

    private static final int ROUNDS = Integer.getInteger("streakboard.benchmark.rounds", 3);
    private static final int REQUESTS = Integer.getInteger("streakboard.benchmark.requests", 16_000);
    private static final int WARM_UPS = Integer.getInteger("streakboard.benchmark.warm-ups", 2);
    private static final String OPTIONS = System.getProperty("streakboard.benchmark.options", "-Xmx1g");
    private static final int CONNECTIONS = 64;
    private static final int LESSONS = 1_000;
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    /** A learner and the token of the round. */
    private record Learner(long id, String token) {

        static Learner of(long id) {
            return new Learner(
                    id,
                    Token.of(Long.toString(id)).claim("name", "Learner " + id).signed());
        }
    }

    /** What a kind of requests came to in a round. */
    private record Figure(double bare, double reached, List<Double> micros) {

        double ratio() {
            return reached / bare;
        }

        static Figure median(List<Figure> figures) {
            return figures.stream()
                    .sorted(Comparator.comparingDouble(Figure::ratio))
                    .toList()
                    .get(figures.size() / 2);
        }
    }

    private static final BiFunction<String, Learner, byte[]> GET = (path, learner) -> Load.get(path, learner.token());

    private static final String CALENDAR = "/api/sign-ins/calendar?month=" + YearMonth.now(ZoneOffset.UTC);
    private static final String SIGN_IN = "/api/sign-ins";
    private static final String TODAY = "/api/points/today";
    private static final String BOARD = "/api/boards/points/top?size=";
    private static final String AROUND = "/api/boards/points/around/me";
    private static final String RANK = "/api/boards/points/scores/";
    private static final String SUMMARY = "/api/points/summary";
    private static final String LEAGUE = "/api/leagues/current";

    private static final String NEW_SIGN_IN = "new sign-in";
    private static final String VISIT = "visit";

    private final Map<String, List<Figure>> figures = new LinkedHashMap<>();
    private long nextLearner = 1;
    private ApplicationProcess application;
    private ProcessorTime.Processes processes;

    @Test
    void requestsAgainstABareEndpoint() throws Exception {
        var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "benchmark-");
        try (var servers = EmbeddedServers.startIn(folder)) {
            var properties = new HashMap<>(servers.properties("benchmark", 0));
            properties.put("logging.level.root", "warn");
            properties.put("spring.profiles.include", "benchmark");
            properties.put("streakboard.leagues.enabled", true);
            var program = Stream.concat(
                            Stream.of(OPTIONS.split(" ")),
                            Stream.of(
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    "io.streakboard.StreakboardApplication"))
                    .toList();
            try (var started = ApplicationProcess.start("benchmark", program, properties)) {
                application = started;
                processes = ProcessorTime.Processes.of(application, folder);
                for (int round = 0; round < WARM_UPS + ROUNDS; round++) {
                    if (round == WARM_UPS) {
                        figures.clear();
                    }
                    round();
                    OUT.println();
                    OUT.println(round < WARM_UPS ? "warm-up" : "round " + (round - WARM_UPS + 1) + ", median so far");
                    print();
                }
            }
        } finally {
            FileSystemUtils.deleteRecursively(folder);
        }
    }

    private void round() throws Exception {
        var learners = newLearners(REQUESTS);
        measure(NEW_SIGN_IN, learners.stream().map(RequestBenchmark::signIn).toList(), 1);
        measure("repeated", learners.stream().map(RequestBenchmark::signIn).toList(), 1);
        reads("calendar", CALENDAR, learners);
        reads("points today", TODAY, learners);
        reads("board of 20", BOARD + 20, learners);
        reads("board of 100", BOARD + 100, learners);
        reads("around me", AROUND, learners);
        measure(
                "rank of a member",
                learners.stream()
                        .map(learner -> GET.apply(RANK + learner.id(), learner))
                        .toList(),
                1);
        reads("summary", SUMMARY, learners);
        learn(learners);
        reads("league", LEAGUE, learners);
        var visit = newLearners(REQUESTS / 4).stream()
                .flatMap(learner -> Stream.of(
                        GET.apply(CALENDAR, learner),
                        signIn(learner),
                        GET.apply(TODAY, learner),
                        GET.apply(BOARD + 20, learner),
                        GET.apply(AROUND, learner)))
                .toList();
        measure(VISIT, visit, 5);
    }

    /** A lesson for each, so that all have a seat in a cohort of thirty. */
    private void learn(List<Learner> learners) throws Exception {
        var requests = IntStream.range(0, learners.size() / LESSONS)
                .mapToObj(batch -> learners.subList(batch * LESSONS, (batch + 1) * LESSONS).stream()
                        .map(learner ->
                                "{\"learner\":%d,\"type\":\"LESSON\",\"sourceId\":\"one\",\"occurredAt\":\"%s\"}"
                                        .formatted(learner.id(), Instant.now()))
                        .collect(joining(",", "{\"activities\":[", "]}")))
                .map(json -> Load.post("/api/activities", DevelopmentToken.of(1, "service"), json))
                .toList();
        Load.run(application.port(), requests, 1);
        new Backlog(application).untilDone();
    }

    private List<Learner> newLearners(int number) {
        return LongStream.range(nextLearner, nextLearner += number)
                .boxed()
                .parallel()
                .map(Learner::of)
                .toList();
    }

    private static byte[] signIn(Learner learner) {
        return Load.post(SIGN_IN, learner.token());
    }

    private void reads(String kind, String path, List<Learner> learners) throws Exception {
        measure(kind, learners.stream().map(learner -> GET.apply(path, learner)).toList(), 1);
    }

    /** @param each how many of the requests belong together */
    private void measure(String kind, List<byte[]> requests, int each) throws Exception {
        double before = bare();
        var begun = processes.now();
        double reached = Load.run(application.port(), requests, CONNECTIONS);
        if (kind.equals(NEW_SIGN_IN) || kind.equals(VISIT)) {
            new Backlog(application)
                    .untilDone(); // to ask costs something itself, so only where there is something to be done
        }
        var micros = processes.now().since(begun).microsOf(requests.size() / each);
        double after = bare();
        figures.computeIfAbsent(kind, any -> new ArrayList<>())
                .add(new Figure((before + after) / 2 / each, reached / each, micros));
    }

    private double bare() throws Exception {
        var request = Load.post(BareEndpoint.OPEN, "none");
        var begun = processes.now();
        double reached = Load.run(
                application.port(),
                Stream.generate(() -> request).limit(REQUESTS / 2).toList(),
                CONNECTIONS);
        figures.computeIfAbsent("bare", any -> new ArrayList<>())
                .add(new Figure(reached, reached, processes.now().since(begun).microsOf(REQUESTS / 2)));
        return reached;
    }

    private void print() {
        OUT.println();
        OUT.println(
                "|                  | requests/s | bare   | ratio               | application | Redis  | database |");
        OUT.println(
                "|------------------|-----------:|-------:|---------------------|------------:|-------:|---------:|");
        figures.forEach((kind, all) -> {
            var median = Figure.median(all);
            var ratios = all.stream().mapToDouble(Figure::ratio).summaryStatistics();
            OUT.printf(
                    "| %-16s | %,10.0f | %,6.0f | %.2f (%.2f to %.2f) | %,8.0f µs | %,3.0f µs | %,5.0f µs |%n",
                    kind,
                    median.reached(),
                    median.bare(),
                    median.ratio(),
                    ratios.getMin(),
                    ratios.getMax(),
                    median.micros().get(0),
                    median.micros().get(1),
                    median.micros().get(2));
        });
        OUT.println();
    }
}
