package io.streakboard.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The log of an instance tells that a store is away, or a client unreasonable, and not how often it was noticed. */
class LogFaultTests {

    private static final int REQUESTS = 500;
    private static final int MOST_LINES = 20;
    private static final Duration OUTAGE = Duration.ofMinutes(3);

    private static EmbeddedServers servers;
    private static ApplicationProcess instance;

    @BeforeAll
    static void start() throws Exception {
        servers = EmbeddedServers.startFresh("fault");
        instance = ApplicationProcess.startPackaged("log", servers.properties("log", 0));
        awaitLine(0, "Bitmaps and calendar since "); // what an outage breaks off goes on when its lock has run out
    }

    @AfterAll
    static void stop() {
        instance.close();
        servers.close();
    }

    @Test
    void anOutageOfRedisLeavesFewLines() throws Exception {
        int before = instance.log().size();
        servers.redis().kill();
        untilRefused("/api/boards/points/top");
        servers.redis().start();
        awaitHealth();
        awaitLine(before, "Redis is back after ");

        assertThat(since(before))
                .hasSizeLessThan(MOST_LINES)
                .noneMatch(line -> line.contains("ERROR"))
                .areExactly(1, saying("Redis is away "))
                .areExactly(1, saying("Redis is back after "));
    }

    @Test
    void anOutageOfMySqlLeavesFewLines() throws Exception {
        int before = instance.log().size();
        servers.database().kill();
        untilRefused("/api/points/records");
        servers.database().start();
        awaitHealth();
        awaitLine(before, "MySQL is back after ");

        assertThat(since(before))
                .hasSizeLessThan(MOST_LINES)
                .noneMatch(line -> line.contains("ERROR"))
                .areExactly(1, saying("MySQL is away "))
                .areExactly(1, saying("MySQL is back after "));
    }

    @Test
    void formsWithoutABoundaryLeaveNone() throws Exception {
        int before = instance.log().size();
        for (int i = 0; i < REQUESTS; i++) {
            assertThat(instance.post("/v3/api-docs", "", "multipart/form-data", "x")
                            .statusCode())
                    .isBetween(400, 499);
        }

        assertThat(since(before)).isEmpty();
    }

    private static List<String> since(int line) throws IOException {
        var log = instance.log();
        return log.subList(line, log.size());
    }

    /** Learners ask for as long as it takes until so many have got a 503; probes ask all the while. */
    private static void untilRefused(String path) throws Exception {
        var refused = new AtomicInteger();
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Void> client = () -> {
                while (refused.get() < REQUESTS) {
                    int status = status(path);
                    refused.addAndGet(status == 503 ? 1 : 0);
                    status("/api/sign-ins");
                    instance.actuator("/actuator/health");
                    instance.actuator("/actuator/health/readiness");
                }
                return null;
            };
            var all = IntStream.range(0, 100)
                    .mapToObj(i -> clients.submit(client))
                    .toList();
            try {
                await().atMost(OUTAGE).until(() -> refused.get() >= REQUESTS);
            } finally {
                refused.addAndGet(REQUESTS); // nobody goes on asking, however it ends
            }
            for (var one : all) {
                one.get();
            }
        }
    }

    private static int status(String path) throws IOException, InterruptedException {
        var token = DevelopmentToken.of(42);
        return path.equals("/api/sign-ins")
                ? instance.post(path, token).statusCode()
                : instance.get(path, token).statusCode();
    }

    private static Condition<String> saying(String expression) {
        var pattern = Pattern.compile(expression);
        return new Condition<>(line -> pattern.matcher(line).find(), "say " + expression);
    }

    private static void awaitLine(int before, String text) {
        await().atMost(Duration.ofMinutes(2)).until(() -> since(before).stream().anyMatch(line -> line.contains(text)));
    }

    private static void awaitHealth() {
        await().atMost(Duration.ofMinutes(2))
                .ignoreExceptions()
                .until(() -> instance.actuator("/actuator/health").statusCode() == 200);
    }
}
