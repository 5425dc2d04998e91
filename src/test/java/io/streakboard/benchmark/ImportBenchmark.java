package io.streakboard.benchmark;

import static org.awaitility.Awaitility.await;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.springframework.util.FileSystemUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Imports the real data set into an empty system, with a packaged application that has just started. */
class ImportBenchmark {

    /** Arguments of {@code java}, with the application last. */
    private static final List<String> PROGRAM = List.of(
            System.getProperty("streakboard.benchmark.program", "-Xmx1g -jar " + System.getProperty("streakboard.jar"))
                    .split(" "));

    private static final int STARTS = Integer.getInteger("streakboard.benchmark.rounds", 3);
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final JsonMapper JSON = new JsonMapper();
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    @Test
    void theRealDataSet() throws Exception {
        var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "benchmark-");
        var csv = csv();
        try (var servers = EmbeddedServers.startIn(folder)) {
            OUT.println();
            OUT.println("|   | rows/s | application | Redis  | database |");
            OUT.println("|---|-------:|------------:|-------:|---------:|");
            for (int i = 1; i <= STARTS; i++) {
                var properties = new HashMap<>(servers.properties("import" + i, i));
                properties.put("logging.level.root", "warn");
                properties.put("streakboard.zone", "Asia/Shanghai");
                try (var application = ApplicationProcess.start("import", PROGRAM, properties)) {
                    var processes = ProcessorTime.Processes.of(application, folder);
                    var before = processes.now();
                    double rowsPerSecond = rowsPerSecond(application, csv);
                    var taken = processes.now().since(before);
                    OUT.printf(
                            "| %d | %,6.0f | %9.1f s | %4.1f s | %6.1f s |%n",
                            i,
                            rowsPerSecond,
                            taken.application().toMillis() / 1e3,
                            taken.redis().toMillis() / 1e3,
                            taken.database().toMillis() / 1e3);
                }
            }
        } finally {
            FileSystemUtils.deleteRecursively(folder);
        }
    }

    private static String csv() throws IOException {
        try (var file = ImportBenchmark.class.getResourceAsStream("/data/activity.csv.gz")) {
            return new String(new GZIPInputStream(Objects.requireNonNull(file)).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** From the upload until all of it is on the boards. */
    private static double rowsPerSecond(ApplicationProcess application, String csv) throws Exception {
        long begun = System.nanoTime();
        var run = JSON.readTree(application.upload("/api/imports", csv).body())
                .get("id")
                .asString();
        var done = await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(
                        () -> state(application, run),
                        state -> !state.get("state").asString().equals("RUNNING"));
        if (!done.get("state").asString().equals("DONE")) {
            throw new IllegalStateException(done.toString());
        }
        return done.get("rows").asLong() / ((System.nanoTime() - begun) / 1e9);
    }

    private static JsonNode state(ApplicationProcess application, String run) throws Exception {
        return JSON.readTree(application
                .get("/api/imports/" + run, DevelopmentToken.of(1, "admin"))
                .body());
    }
}
