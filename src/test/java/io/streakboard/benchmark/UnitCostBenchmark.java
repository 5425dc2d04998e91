package io.streakboard.benchmark;

import io.lettuce.core.RedisClient;
import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.util.FileSystemUtils;

/**
 * Measures what operations cost: processor time of application, Redis and MySQL until all that follows from them is
 * done, memory of Redis and bytes that MySQL writes. Processor time depends less on neighbours than rates do. Linux
 * only.
 */
class UnitCostBenchmark {

    private static final int OPERATIONS = Integer.getInteger("streakboard.benchmark.requests", 20_000);
    private static final int ACTIVITIES_A_REQUEST = 1_000;
    private static final Duration IDLE = Duration.ofSeconds(20);
    private static final String SCHEMA = "benchmark";
    private static final int CLOCK_TICKS_A_SECOND = 100;
    private static final Pattern VALUE = Pattern.compile("(\\w+):([0-9.]+)");
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    /** Processor seconds of each process, bytes of Redis, bytes and pages of InnoDB; all since its start. */
    private record Costs(double application, double redis, double database, long memory, long log, long pages) {

        Costs since(Costs before) {
            return new Costs(
                    application - before.application,
                    redis - before.redis,
                    database - before.database,
                    memory - before.memory,
                    log - before.log,
                    pages - before.pages);
        }

        void print(String operation, int operations) {
            double thousands = operations / 1000.0;
            OUT.printf(
                    "| %-28s | %11.3f | %6.3f | %6.3f | %8.0f | %8.0f | %5.1f |%n",
                    operation,
                    application / thousands,
                    redis / thousands,
                    database / thousands,
                    (double) memory / operations,
                    (double) log / operations,
                    (double) pages / operations);
        }
    }

    @Test
    void costsOfOperations() throws Exception {
        var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "benchmark-");
        try (var servers = EmbeddedServers.startIn(folder)) {
            var properties = new HashMap<>(servers.properties(SCHEMA, 0));
            properties.put("logging.level.root", "warn");
            properties.put("server.tomcat.max-keep-alive-requests", -1);
            var program = List.of(
                    "-Xmx1g", "-cp", System.getProperty("java.class.path"), "io.streakboard.StreakboardApplication");
            try (var application = ApplicationProcess.start("unit-costs", program, properties);
                    var redis = RedisClient.create(
                            "redis://127.0.0.1:" + servers.redis().port())) {
                new Round(application, servers, redis, folder).measure();
            }
        } finally {
            FileSystemUtils.deleteRecursively(folder);
        }
    }

    private record Round(ApplicationProcess application, EmbeddedServers servers, RedisClient redis, Path folder) {

        void measure() throws Exception {
            signIn(1, OPERATIONS); // warm up
            OUT.println();
            OUT.println(
                    "| of each operation, per 1,000 | application |  Redis |  MySQL | Redis, B | log, B   | pages |");
            OUT.println(
                    "|------------------------------|------------:|-------:|-------:|---------:|---------:|------:|");
            measure("sign-in of a new learner", OPERATIONS, () -> signIn(OPERATIONS + 1, OPERATIONS));
            measure("sign-in, repeated", OPERATIONS, () -> signIn(OPERATIONS + 1, OPERATIONS));
            measure("calendar of a month", OPERATIONS, () -> get("/api/sign-ins/calendar?month=2026-11"));
            measure("board, first page", OPERATIONS, () -> get("/api/boards/points/top"));
            measure("board, around me", OPERATIONS, () -> get("/api/boards/points/around/me"));
            measure("points of today", OPERATIONS, () -> get("/api/points/today"));
            measure("activity, a thousand a call", 2 * OPERATIONS, () -> activities(2 * OPERATIONS));
            measureIdle();
            printTables();
        }

        private void measureIdle() throws Exception {
            var before = costs();
            Thread.sleep(IDLE);
            var costs = costs().since(before);
            double seconds = IDLE.toSeconds();
            OUT.printf(
                    "idle, each second: application %.3f, Redis %.3f, MySQL %.3f processor seconds%n",
                    costs.application / seconds, costs.redis / seconds, costs.database / seconds);
        }

        /** What a row takes on disk with its indexes, as InnoDB estimates it. */
        private void printTables() {
            var jdbc = JdbcClient.create(servers.database().dataSource(SCHEMA));
            var tables = jdbc.sql("""
                            SELECT table_name FROM information_schema.tables WHERE table_schema = ?
                               AND (table_name REGEXP '^points_(record|total)_[0-9]+$' OR table_name LIKE 'sign_in_%')
                            """)
                    .param(SCHEMA)
                    .query((row, number) -> row.getString(1))
                    .list();
            for (var table : tables) {
                jdbc.sql("ANALYZE TABLE " + table)
                        .query((row, number) -> row.getString(1))
                        .list();
                jdbc.sql("""
                                SELECT data_length + index_length, table_rows FROM information_schema.tables
                                 WHERE table_schema = ? AND table_name = ? AND table_rows > ?
                                """).params(SCHEMA, table, OPERATIONS).query(row -> {
                    OUT.printf(
                            "%s: %,d rows, %.0f bytes each%n",
                            table, row.getLong(2), row.getDouble(1) / row.getLong(2));
                });
            }
        }

        private void measure(String name, int operations, Callable<?> work) throws Exception {
            var before = costs();
            work.call();
            new Backlog(application).untilDone();
            costs().since(before).print(name, operations);
        }

        private Void signIn(long first, int learners) throws Exception {
            Load.run(
                    application.port(),
                    LongStream.range(first, first + learners)
                            .mapToObj(learner -> Load.post("/api/sign-ins", DevelopmentToken.of(learner)))
                            .toList());
            return null;
        }

        private Void get(String path) throws Exception {
            Load.run(
                    application.port(),
                    IntStream.rangeClosed(1, OPERATIONS)
                            .mapToObj(learner -> Load.get(path, DevelopmentToken.of(learner)))
                            .toList());
            return null;
        }

        private Void activities(int number) throws Exception {
            var token = DevelopmentToken.of(1, "service");
            var now = Instant.now().minusSeconds(60);
            var requests = IntStream.range(0, number / ACTIVITIES_A_REQUEST)
                    .mapToObj(request -> Load.post("/api/activities", token, activities(request, now)))
                    .toList();
            Load.run(application.port(), requests, 4);
            return null;
        }

        private static String activities(int request, Instant at) {
            return IntStream.range(0, ACTIVITIES_A_REQUEST)
                    .mapToObj(i -> "{\"learner\":%d,\"type\":\"REVIEW\",\"sourceId\":\"r-%d-%d\",\"occurredAt\":\"%s\"}"
                            .formatted(1 + (request * ACTIVITIES_A_REQUEST + i) % OPERATIONS, request, i, at))
                    .collect(Collectors.joining(",", "{\"activities\":[", "]}"));
        }

        private Costs costs() throws Exception {
            var commands = redis.connect();
            try {
                var cpu = commands.sync().info("cpu");
                var jdbc = JdbcClient.create(servers.database().dataSource(SCHEMA));
                return new Costs(
                        processor(application.pid()),
                        value(cpu, "used_cpu_user") + value(cpu, "used_cpu_sys"),
                        processor(databasePid()),
                        (long) value(commands.sync().info("memory"), "used_memory"),
                        status(jdbc, "Innodb_os_log_written"),
                        status(jdbc, "Innodb_pages_written") + status(jdbc, "Innodb_pages_read"));
            } finally {
                commands.close();
            }
        }

        private long databasePid() throws IOException {
            try (var files = Files.walk(folder)) {
                var file = files.filter(each -> each.endsWith("data/server.pid"))
                        .findFirst()
                        .orElseThrow();
                return Long.parseLong(Files.readString(file).strip());
            }
        }
    }

    /** Time in user and system mode, the fields 14 and 15 of {@code /proc/<pid>/stat}. */
    private static double processor(long pid) throws IOException {
        var stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) / (double) CLOCK_TICKS_A_SECOND;
    }

    private static double value(String info, String name) {
        return VALUE.matcher(info)
                .results()
                .filter(line -> line.group(1).equals(name))
                .mapToDouble(line -> Double.parseDouble(line.group(2)))
                .findFirst()
                .orElseThrow();
    }

    private static long status(JdbcClient jdbc, String name) {
        return jdbc.sql("SHOW GLOBAL STATUS LIKE '" + name + "'")
                .query((row, number) -> row.getLong(2))
                .single();
    }
}
