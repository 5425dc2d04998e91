package io.streakboard.benchmark;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Measures {@code POST /api/sign-ins}, with all that follows from it going on behind, against an endpoint of the same
 * process that does nothing but one {@code SETBIT}. The two take turns, after a warm-up of both; servers are durable as
 * by default, and each sign-in is that of another learner.
 */
class SignInBenchmark {

    private static final int ROUNDS = Integer.getInteger("streakboard.benchmark.rounds", 5);
    private static final int REQUESTS = Integer.getInteger("streakboard.benchmark.requests", 48_000);
    private static final int WARM_UPS = 3;
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private record Round(double open, double secured, double signIns, double drained, double paid) {

        double ratio() {
            return signIns / secured;
        }

        void print(String name) {
            OUT.printf(
                    "| %-7s | %,12.0f | %,10.0f | %,8.0f | %5.2f | %7.1f s | %4.1f s |%n",
                    name, open, secured, signIns, ratio(), drained, paid);
        }

        static Round median(List<Round> rounds) {
            var byRatio = rounds.stream()
                    .sorted(Comparator.comparingDouble(Round::ratio))
                    .toList();
            return byRatio.get(byRatio.size() / 2);
        }
    }

    private long nextLearner = 1;

    @Test
    void signInAgainstABareEndpoint() throws Exception {
        try (var servers = EmbeddedServers.startFresh("benchmark")) {
            var properties = new HashMap<>(servers.properties("benchmark", 0));
            properties.put("logging.level.root", "warn");
            properties.put("spring.profiles.include", "benchmark");
            var program = List.of(
                    "-Xmx1g", "-cp", System.getProperty("java.class.path"), "io.streakboard.StreakboardApplication");
            try (var application = ApplicationProcess.start("benchmark", program, properties)) {
                measure(application);
            }
        }
    }

    private void measure(ApplicationProcess application) throws Exception {
        OUT.println();
        OUT.println("|         | SETBIT, open | with token | sign-ins | ratio | drained   | paid   |");
        OUT.println("|---------|-------------:|-----------:|---------:|------:|----------:|-------:|");
        for (int i = 0; i < WARM_UPS; i++) {
            round(application).print("warm-up");
        }
        var rounds = new ArrayList<Round>();
        for (int i = 1; i <= ROUNDS; i++) {
            var round = round(application);
            round.print(Integer.toString(i));
            rounds.add(round);
        }
        Round.median(rounds).print("median");
        OUT.println();
    }

    private Round round(ApplicationProcess application) throws Exception {
        var learners =
                LongStream.range(nextLearner, nextLearner += REQUESTS).boxed().toList();
        var tokens = learners.parallelStream().map(DevelopmentToken::of).toList();
        double open = Load.run(application.port(), requests(BareEndpoint.OPEN, tokens));
        double secured = Load.run(application.port(), requests(BareEndpoint.SECURED, tokens));
        double signIns = Load.run(application.port(), requests("/api/sign-ins", tokens));
        long end = System.nanoTime();
        var backlog = new Backlog(application);
        backlog.untilDrained();
        double drained = secondsSince(end);
        backlog.untilDone();
        return new Round(open, secured, signIns, drained, secondsSince(end));
    }

    private static List<byte[]> requests(String path, List<String> tokens) {
        return tokens.stream().map(token -> Load.post(path, token)).toList();
    }

    private static double secondsSince(long nanoTime) {
        return (System.nanoTime() - nanoTime) / 1e9;
    }
}
