package io.streakboard.benchmark;

import static org.awaitility.Awaitility.await;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.Heap;
import io.streakboard.process.IssuerServer;
import java.io.IOException;
import java.io.PrintStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.util.FileSystemUtils;

/**
 * What clients do to an instance with a heap of 256 MB, and what becomes of it: each attack has an instance of its own,
 * that of {@code -Dstreakboard.jar}, which may be an older one. Needs {@code wrk}.
 */
class OverloadBenchmark {

    private static final Duration ATTACK = Duration.ofSeconds(15);
    private static final Duration RECOVERY = Duration.ofSeconds(30);
    private static final String BOARD = "/api/boards/points/top";
    private static final String SIGN_INS = "/api/sign-ins";
    private static final String COUNTED = "counted ";
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    /** What bad clients do to an instance; returns the middle of a line. */
    private interface Attack {

        String on(ApplicationProcess instance) throws Exception;
    }

    private interface Request {

        HttpResponse<String> send() throws IOException, InterruptedException;
    }

    private final IssuerServer issuer = new IssuerServer();
    private final String learner = issuer.token("1");
    private final String service = issuer.token("1", "service");
    private Path folder = Path.of("target");
    private Path tokens = Path.of("target");

    @BeforeEach
    void start() throws IOException {
        folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "benchmark-");
        tokens = Files.write(
                folder.resolve("tokens.txt"),
                IntStream.range(1, 5_000).mapToObj(id -> issuer.token("" + id)).toList());
    }

    @AfterEach
    void clear() throws IOException {
        issuer.close();
        FileSystemUtils.deleteRecursively(folder);
    }

    @Test
    void twoThousandConnections() throws Exception {
        OUT.println("|               | requests/s | 2xx | 503 | other | no answer | ready | heap | alive | recovers |");
        try (var servers = EmbeddedServers.startIn(folder)) {
            run(servers, "2,000 read", instance -> wrk(instance, "GET", BOARD));
            run(servers, "2,000 sign in", instance -> wrk(instance, "POST", SIGN_INS));
        }
    }

    @Test
    void largeBodies() throws Exception {
        OUT.println("|               | new clients served | ready | heap | alive | recovers |");
        try (var servers = EmbeddedServers.startIn(folder)) {
            run(servers, "2 MB of `{}`, 5 at a time", this::emptyItems);
        }
    }

    private void run(EmbeddedServers servers, String name, Attack attack) throws Exception {
        var properties = new HashMap<>(servers.properties("overload", 0));
        properties.putAll(issuer.properties());
        properties.put("logging.level.root", "warn");
        properties.put("spring.profiles.active", "production");
        var instance = ApplicationProcess.startPackaged("overload", List.of("-Xmx256m"), properties);
        try {
            status(() -> instance.post(SIGN_INS, learner));
            var figures = attack.on(instance);
            var recovers = recovers(instance);
            OUT.printf(
                    "| %s | %s | %s | %s | %s |%n",
                    name, figures, Heap.used(instance), isAlive(instance) ? "yes" : "no", recovers ? "yes" : "no");
        } finally {
            instance.kill(); // it may not stop by itself any more
        }
    }

    private String wrk(ApplicationProcess instance, String method, String path) throws Exception {
        start(instance, 16, method, path).waitFor(); // code is compiled
        var attack = start(instance, 2_000, method, path);
        var ready = new Share();
        while (attack.isAlive()) {
            ready.add(instance.ready());
        }
        var output = new String(attack.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        var figures = output.lines()
                .filter(line -> line.startsWith(COUNTED))
                .map(line -> line.substring(COUNTED.length()).replace(" ", " | "))
                .findFirst()
                .orElse(output);
        return figures + " | " + ready;
    }

    private Process start(ApplicationProcess instance, int connections, String method, String path) throws IOException {
        var url = "http://127.0.0.1:" + instance.port() + path;
        var script = "src/test/resources/wrk/statuses.lua";
        var duration = "-d" + ATTACK.toSeconds() + "s";
        return new ProcessBuilder(
                        "wrk", "-t2", "-c" + connections, duration, "-s", script, url, "--", method, "" + tokens)
                .redirectErrorStream(true)
                .start();
    }

    private String emptyItems(ApplicationProcess instance) throws Exception {
        var body = "{\"activities\":[" + "{},".repeat(690_000) + "{}]}";
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            var sent = new ArrayList<Future<Integer>>();
            for (int i = 0; i < 5; i++) {
                sent.add(clients.submit(() -> status(() -> instance.post("/api/activities", service, body))));
            }
            return during(instance, () -> sent.stream().anyMatch(one -> !one.isDone()));
        }
    }

    /** How many of the clients that come meanwhile are served, and what readiness says. */
    private String during(ApplicationProcess instance, Callable<Boolean> attack) throws Exception {
        var served = new Share();
        var ready = new Share();
        while (attack.call()) {
            served.add(status(() -> instance.get(BOARD, learner)) == 200);
            ready.add(instance.ready());
        }
        return served + " | " + ready;
    }

    private static final class Share {

        private int all;
        private int good;

        void add(boolean one) {
            all++;
            good += one ? 1 : 0;
        }

        @Override
        public String toString() {
            return all == 0 ? "–" : 100 * good / all + " %";
        }
    }

    /** 0 if there is none. */
    private static int status(Request request) throws InterruptedException {
        try {
            return request.send().statusCode();
        } catch (IOException noAnswer) {
            return 0;
        }
    }

    private boolean recovers(ApplicationProcess instance) {
        try {
            await().atMost(RECOVERY)
                    .pollInterval(Duration.ofSeconds(1))
                    .until(() -> status(() -> instance.get(BOARD, learner)) == 200
                            && status(() -> instance.post(SIGN_INS, learner)) == 200
                            && instance.ready());
            return true;
        } catch (ConditionTimeoutException dead) {
            return false;
        }
    }

    private static boolean isAlive(ApplicationProcess instance) {
        return ProcessHandle.of(instance.pid()).filter(ProcessHandle::isAlive).isPresent();
    }
}
