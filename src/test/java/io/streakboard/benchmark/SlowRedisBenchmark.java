package io.streakboard.benchmark;

import static org.awaitility.Awaitility.await;

import io.lettuce.core.api.sync.RedisCommands;
import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Measures how long the journal gets while learners sign in, with a Redis that answers at once and with one that
 * answers late: then many wait, though the processors have time.
 */
class SlowRedisBenchmark {

    /** On each way, there and back. */
    private static final List<Integer> DELAYS = List.of(0, Integer.getInteger("streakboard.benchmark.delay", 25));

    private static final int CONNECTIONS = Integer.getInteger("streakboard.benchmark.connections", 64);
    private static final int ROUNDS = Integer.getInteger("streakboard.benchmark.rounds", 2);
    private static final Duration TIME = Duration.ofSeconds(Integer.getInteger("streakboard.benchmark.seconds", 15));
    private static final Duration WARM_UP = Duration.ofSeconds(8);
    private static final int LEARNERS = Integer.getInteger("streakboard.benchmark.requests", 40_000);
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private long nextLearner = 1;

    @Test
    void lengthOfTheJournal() throws Exception {
        try (var servers = EmbeddedServers.startFresh("benchmark");
                var wire = LongWire.to(servers.redis().port());
                var client = EndedSeason.client(servers.redis().port());
                var redis = client.connect()) {
            var properties = new HashMap<>(servers.properties("benchmark", 0));
            properties.put("spring.data.redis.port", wire.port());
            properties.put("logging.level.root", "warn");
            var program = List.of(
                    "-Xmx1g", "-cp", System.getProperty("java.class.path"), "io.streakboard.StreakboardApplication");
            try (var application = ApplicationProcess.start("slow-redis", program, properties)) {
                round(application, redis.sync(), WARM_UP);
                OUT.println();
                OUT.println("| late by | sign-ins/s | journal, most | on average | empty after | processors |");
                OUT.println("|--------:|-----------:|--------------:|-----------:|------------:|-----------:|");
                for (int i = 0; i < ROUNDS; i++) {
                    for (int delay : DELAYS) {
                        wire.takes(Duration.ofMillis(delay));
                        OUT.printf("| %4d ms %s", 2 * delay, round(application, redis.sync(), TIME));
                    }
                }
            }
        }
    }

    private String round(ApplicationProcess application, RedisCommands<String, String> redis, Duration time)
            throws Exception {
        var load = LongStream.range(nextLearner, nextLearner += LEARNERS).boxed().toList().parallelStream()
                .map(learner -> Load.post("/api/sign-ins", DevelopmentToken.of(learner)))
                .toList();
        var over = new AtomicBoolean();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var lengths = threads.submit(() -> lengths(redis, over));
            var before = ProcessorTime.taken(application.pid());
            long start = System.nanoTime();
            double rate = Load.run(application.port(), load, CONNECTIONS, time);
            double seconds = EndedSeason.secondsSince(start);
            var taken = ProcessorTime.taken(application.pid()).minus(before);
            over.set(true);
            start = System.nanoTime();
            await().atMost(Duration.ofMinutes(2))
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> length(redis) == 0);
            var seen = lengths.get();
            return "| %,10.0f | %,13d | %,10.0f | %9.1f s | %10.2f |%n"
                    .formatted(
                            rate,
                            seen.getMax(),
                            seen.getAverage(),
                            EndedSeason.secondsSince(start),
                            taken.toNanos() / 1e9 / seconds);
        }
    }

    /** What the journals of all partitions had while learners signed in, asked without delay. */
    private static LongSummaryStatistics lengths(RedisCommands<String, String> redis, AtomicBoolean over)
            throws InterruptedException {
        var lengths = new LongSummaryStatistics();
        while (!over.get()) {
            lengths.accept(length(redis));
            Thread.sleep(100);
        }
        return lengths;
    }

    private static long length(RedisCommands<String, String> redis) {
        return redis.keys("streak:{*}:journal").stream().mapToLong(redis::xlen).sum();
    }
}
