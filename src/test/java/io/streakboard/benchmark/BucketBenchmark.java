package io.streakboard.benchmark;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.util.FileSystemUtils;

/**
 * Measures the processor time of the same requests on two boards with the same members: one in a sorted set, one in
 * buckets. Both take turns in one application.
 */
class BucketBenchmark {

    /** A power of two: the table is doubled until it has them. */
    private static final int MEMBERS = Integer.getInteger("streakboard.benchmark.members", 1 << 17);

    private static final int ROUNDS = Integer.getInteger("streakboard.benchmark.rounds", 5);
    private static final int REQUESTS = Integer.getInteger("streakboard.benchmark.requests", 4_000);
    private static final int CONNECTIONS = Integer.getInteger("streakboard.benchmark.connections", 16);
    private static final int WARM_UPS = Integer.getInteger("streakboard.benchmark.warm-ups", 3);
    private static final int BOUNDS = 31;
    private static final int A_RANGE = 1_000_000 / (BOUNDS + 1);
    private static final long FIRST = 10_000_000;
    private static final String SCHEMA = "benchmark";
    private static final List<String> BOARDS = List.of("undivided", "divided");
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private final Random random = new Random(1);

    /** Microseconds of application, Redis and database in each round, by what was done and on which board. */
    private final Map<String, Map<String, List<List<Double>>>> costs = new LinkedHashMap<>();

    @Test
    void aBoardInBucketsAgainstAnUndividedOne() throws Exception {
        var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "benchmark-");
        try (var servers = EmbeddedServers.startIn(folder);
                var application = start(servers)) {
            for (var board : BOARDS) {
                fill(board, application, JdbcClient.create(servers.database().dataSource(SCHEMA)));
            }
            var processes = ProcessorTime.Processes.of(application, folder);
            for (int i = 0; i < WARM_UPS + ROUNDS; i++) {
                if (i == WARM_UPS) {
                    costs.clear();
                }
                for (var board : BOARDS) {
                    round(board, application, processes);
                }
            }
            print();
        } finally {
            FileSystemUtils.deleteRecursively(folder);
        }
    }

    private static ApplicationProcess start(EmbeddedServers servers) {
        var properties = new HashMap<>(servers.properties(SCHEMA, 0));
        properties.put("logging.level.root", "warn");
        properties.put("server.tomcat.max-keep-alive-requests", -1);
        properties.put("streakboard.boards[0].name", "undivided");
        properties.put("streakboard.boards[1].name", "divided");
        properties.put(
                "streakboard.boards[1].buckets",
                IntStream.rangeClosed(1, BOUNDS)
                        .mapToObj(bound -> Integer.toString(bound * A_RANGE))
                        .collect(Collectors.joining(",")));
        var program = List.of(
                "-Xmx1g", "-cp", System.getProperty("java.class.path"), "io.streakboard.StreakboardApplication");
        return ApplicationProcess.start("buckets", program, properties);
    }

    /** The first score makes the edition, all others go to its table. */
    private void fill(String board, ApplicationProcess application, JdbcClient jdbc) throws Exception {
        Load.run(application.port(), List.of(score(board, FIRST, 1)), 1);
        for (long members = 1; members < MEMBERS; members *= 2) {
            jdbc.sql("""
                            INSERT INTO board_score
                                   (edition_id, member, score, reached_at, occurred_at, corrections, hidden)
                            SELECT edition_id, member + :more, (member + :more) * 7919 % 999983,
                                   '2026-01-01', '2026-01-01', 0, FALSE
                              FROM board_score WHERE edition_id = (SELECT id FROM board_edition WHERE board = :board)
                            """).param("more", members).param("board", board).update();
        }
        rebuild(board, application);
    }

    private void round(String board, ApplicationProcess application, ProcessorTime.Processes processes)
            throws Exception {
        var path = "/api/boards/" + board + "/";
        reads("top 20", board, application, processes, reader -> path + "top");
        reads("around", board, application, processes, reader -> path + "around/" + reader);
        reads("rank", board, application, processes, reader -> path + "scores/" + reader);
        writes("write", 1, board, application, processes);
        writes("write across a bound", A_RANGE, board, application, processes);
        measure("rebuild, a member", board, MEMBERS, processes, () -> rebuild(board, application));
    }

    private void reads(
            String name,
            String board,
            ApplicationProcess application,
            ProcessorTime.Processes processes,
            LongFunction<String> path)
            throws Exception {
        var requests = members()
                .mapToObj(reader -> Load.get(path.apply(reader), DevelopmentToken.of(reader)))
                .toList();
        measure(name, board, REQUESTS, processes, () -> Load.run(application.port(), requests, CONNECTIONS));
    }

    private void writes(
            String name, int delta, String board, ApplicationProcess application, ProcessorTime.Processes processes)
            throws Exception {
        var requests = members().mapToObj(member -> score(board, member, delta)).toList();
        measure(name, board, REQUESTS, processes, () -> Load.run(application.port(), requests, CONNECTIONS));
    }

    private LongStream members() {
        return random.longs(REQUESTS, FIRST, FIRST + MEMBERS);
    }

    private byte[] score(String board, long member, int delta) {
        return Load.post(
                "/api/boards/" + board + "/scores",
                DevelopmentToken.of(1, "service"),
                "{\"scores\":[{\"member\":\"%d\",\"delta\":%d,\"messageId\":\"%s\"}]}"
                        .formatted(member, delta, Long.toHexString(random.nextLong())));
    }

    private static Void rebuild(String board, ApplicationProcess application) throws Exception {
        var answer = application.actuate("/actuator/boards/" + board, "{\"action\":\"rebuild\"}");
        assertThat(answer.statusCode()).as("%s", answer.body()).isEqualTo(200);
        return null;
    }

    private void measure(String name, String board, int operations, ProcessorTime.Processes processes, Callable<?> work)
            throws Exception {
        var begun = processes.now();
        work.call();
        costs.computeIfAbsent(name, each -> new HashMap<>())
                .computeIfAbsent(board, each -> new ArrayList<>())
                .add(processes.now().since(begun).microsOf(operations));
    }

    private void print() {
        OUT.println();
        OUT.println("| µs: application, Redis, database | undivided            | in buckets           | ratio |");
        OUT.println("|----------------------------------|---------------------:|---------------------:|------:|");
        costs.forEach((name, boards) -> {
            var undivided = median(requireNonNull(boards.get("undivided")));
            var divided = median(requireNonNull(boards.get("divided")));
            OUT.printf(
                    "| %-32s | %s | %s | %5.2f |%n",
                    name, text(undivided), text(divided), sum(divided) / sum(undivided));
        });
        OUT.println();
    }

    private static List<Double> median(List<List<Double>> rounds) {
        return rounds.stream()
                .sorted((one, other) -> Double.compare(sum(one), sum(other)))
                .toList()
                .get(rounds.size() / 2);
    }

    private static double sum(List<Double> processes) {
        return processes.stream().mapToDouble(Double::doubleValue).sum();
    }

    private static String text(List<Double> processes) {
        return "%,6.1f %,6.1f %,6.1f".formatted(processes.toArray());
    }
}
