package io.streakboard.benchmark;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How long requests take at half of the greatest rate. For each kind the greatest rate is found first, with a request
 * always under way on each connection; then as many again are sent at an even pace, half as fast.
 */
class LatencyBenchmark {

    private static final List<String> OPTIONS = List.of(
            System.getProperty("streakboard.benchmark.options", "-Xmx256m").split(" "));
    private static final int ROUNDS = Integer.getInteger("streakboard.benchmark.rounds", 3);
    private static final int WARM_UPS = Integer.getInteger("streakboard.benchmark.warm-ups", 2);

    private static final Duration TIME = Duration.ofSeconds(Integer.getInteger("streakboard.benchmark.seconds", 6));
    /** More than are answered in a second on any machine that this has run on. */
    private static final int REQUESTS_A_SECOND = 24_000;

    private static final int READERS = 4_000;
    private static final int CONNECTIONS = 64;
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private long nextLearner = 1;

    @Test
    void halfOfTheGreatestRate() throws Exception {
        try (var servers = EmbeddedServers.startFresh("benchmark")) {
            var properties = new HashMap<>(servers.properties("benchmark", 0));
            properties.put("logging.level.root", "warn");
            var program = Stream.concat(
                            OPTIONS.stream(),
                            Stream.of(
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    "io.streakboard.StreakboardApplication"))
                    .toList();
            try (var application = ApplicationProcess.start("latency", program, properties)) {
                OUT.println();
                OUT.println("|         | request      | greatest | half     | median   | 99 %     | longest  |");
                OUT.println("|---------|--------------|---------:|---------:|---------:|---------:|---------:|");
                for (int i = 1 - WARM_UPS; i <= ROUNDS; i++) {
                    round(application, i < 1 ? "warm-up" : Integer.toString(i));
                }
            }
        }
    }

    private void round(ApplicationProcess application, String name) throws Exception {
        var calendar = "/api/sign-ins/calendar?month=" + YearMonth.now(ZoneOffset.UTC);
        measure(application, name, "new sign-in", newLearners(), newLearners());
        measure(application, name, "repeated", learner -> Load.post("/api/sign-ins", DevelopmentToken.of(learner)));
        measure(application, name, "calendar", learner -> Load.get(calendar, DevelopmentToken.of(learner)));
        measure(
                application,
                name,
                "points today",
                learner -> Load.get("/api/points/today", DevelopmentToken.of(learner)));
        measure(
                application,
                name,
                "board of 20",
                learner -> Load.get("/api/boards/points/top?size=20", DevelopmentToken.of(learner)));
        measure(
                application,
                name,
                "around me",
                learner -> Load.get("/api/boards/points/around/me", DevelopmentToken.of(learner)));
    }

    private List<byte[]> newLearners() {
        return requests(
                LongStream.range(nextLearner, nextLearner += TIME.toSeconds() * REQUESTS_A_SECOND / 2),
                learner -> Load.post("/api/sign-ins", DevelopmentToken.of(learner)));
    }

    private static List<byte[]> requests(LongStream learners, LongFunction<byte[]> request) {
        return learners.parallel().mapToObj(request).toList();
    }

    /** Of learners who have signed in, all of them again and again. */
    private void measure(ApplicationProcess application, String round, String kind, LongFunction<byte[]> request)
            throws Exception {
        var each = requests(LongStream.rangeClosed(1, READERS), request);
        var all = Stream.generate(() -> each)
                .flatMap(List::stream)
                .limit(TIME.toSeconds() * REQUESTS_A_SECOND)
                .toList();
        measure(application, round, kind, all, all);
    }

    private void measure(
            ApplicationProcess application, String round, String kind, List<byte[]> fast, List<byte[]> paced)
            throws Exception {
        double greatest = Load.run(application.port(), fast, CONNECTIONS, TIME);
        new Backlog(application).untilDone();
        double half = greatest / 2;
        int number = (int) Math.min(paced.size(), half * TIME.toSeconds());
        var times = Load.paced(application.port(), paced.subList(0, number), CONNECTIONS, half);
        OUT.printf(
                "| %-7s | %-12s | %,6.0f/s | %,6.0f/s | %5.1f ms | %5.1f ms | %5.1f ms |%n",
                round, kind, greatest, half, millis(times, 0.5), millis(times, 0.99), millis(times, 1));
    }

    private static double millis(long[] sorted, double share) {
        return sorted[(int) Math.ceil(share * sorted.length) - 1] / 1e6;
    }
}
