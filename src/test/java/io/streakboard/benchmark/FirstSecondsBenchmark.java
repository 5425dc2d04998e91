package io.streakboard.benchmark;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * How long a packaged application takes to be ready, and how many new sign-ins it takes right after, by a cold JVM.
 * With {@code -XX:AOTCacheOutput} among the options it is the training run as well, see docs/operations.md.
 */
class FirstSecondsBenchmark {

    /** Arguments of {@code java}, with the application last. */
    private static final List<String> PROGRAM = List.of(
            System.getProperty("streakboard.benchmark.program", "-Xmx1g -jar " + System.getProperty("streakboard.jar"))
                    .split(" "));

    private static final Duration FIRST = Duration.ofSeconds(10);
    private static final Duration WARM_UP =
            Duration.ofSeconds(Integer.getInteger("streakboard.benchmark.warm-up-seconds", 60));
    private static final int STARTS = Integer.getInteger("streakboard.benchmark.rounds", 3);
    /** More than are signed in a second on any machine that this has run on. */
    private static final int LEARNERS_A_SECOND = Integer.getInteger("streakboard.benchmark.learners", 12_000);

    private static final int CONNECTIONS = 64;
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private long nextLearner = 1;

    @Test
    void fromStartToSpeed() throws Exception {
        try (var servers = EmbeddedServers.startFresh("benchmark")) {
            var properties = new HashMap<>(servers.properties("benchmark", 0));
            properties.put("logging.level.root", "warn");
            OUT.println();
            OUT.println("|   | ready after | of processor time | first ten seconds | warm     | of warm |");
            OUT.println("|---|------------:|------------------:|------------------:|---------:|--------:|");
            for (int i = 1; i <= STARTS; i++) {
                var requests = requests(FIRST); // beforehand, as the first seconds are short
                long begun = System.nanoTime();
                try (var application = ApplicationProcess.start("first-seconds", PROGRAM, properties)) {
                    double ready = (System.nanoTime() - begun) / 1e9;
                    var taken = ProcessorTime.taken(application.pid());
                    double first = Load.run(application.port(), requests, CONNECTIONS, FIRST);
                    Load.run(application.port(), requests(WARM_UP), CONNECTIONS, WARM_UP);
                    double warm = Load.run(application.port(), requests(FIRST), CONNECTIONS, FIRST);
                    OUT.printf(
                            "| %d | %9.1f s | %15.1f s | %,15.0f/s | %,6.0f/s | %7.2f |%n",
                            i, ready, taken.toMillis() / 1e3, first, warm, first / warm);
                    new Backlog(application).untilDone(); // or the next one would begin with it
                }
            }
        }
    }

    /** Of learners who have not signed in yet, more than can be answered in that time. */
    private List<byte[]> requests(Duration time) {
        return LongStream.range(nextLearner, nextLearner += time.toSeconds() * LEARNERS_A_SECOND)
                .parallel()
                .mapToObj(learner -> Load.post("/api/sign-ins", DevelopmentToken.of(learner)))
                .toList();
    }
}
