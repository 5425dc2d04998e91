package io.streakboard.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Measures what MySQL reads and writes for a sign-in when its tables are larger than its memory: pages, bytes of data
 * and bytes of the log. The tables are filled as a month would have filled them: each day a fifth of the learners, in
 * random order. Then random learners sign in, until all that follows is done.
 */
class SizeBenchmark {

    private static final int LEARNERS = Integer.getInteger("streakboard.benchmark.learners", 300_000);
    private static final int DAYS = Integer.getInteger("streakboard.benchmark.days", 5);
    private static final int SIGN_INS = Integer.getInteger("streakboard.benchmark.requests", 6_000);

    /** As much memory for each learner as 128 MB are for three million. */
    private static final String POOL =
            System.getProperty("streakboard.benchmark.pool", LEARNERS / 100 * 128 / 30_000 + "M");

    /** As many sign-ins for each page in memory as 500 are then. */
    private static final int BATCH = Integer.getInteger("streakboard.benchmark.batch", LEARNERS / 6_000);

    /**
     * A server keeps as many pages free as it scans for them, 1,536 by default: a fifth of 128 MB, and more than a small
     * pool has.
     */
    private static final String SETTINGS =
            "--innodb-buffer-pool-size=%s --innodb-lru-scan-depth=%d --performance-schema=ON %s"
                    .formatted(
                            POOL,
                            Math.clamp(LEARNERS / 2_000, 100, 1_536),
                            System.getProperty("streakboard.benchmark.server", ""))
                    .strip();

    /** Statements that change the full tables before it is measured; {@code %d} in them is the season. */
    private static final String ALTER = System.getProperty("streakboard.benchmark.alter", "");

    private static final LocalDate FIRST = LocalDate.of(2026, 11, 1);
    private static final String SCHEMA = "benchmark";
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    /** Figures of InnoDB since its start; those of files are of reads and writes, by table. */
    private record Figures(
            long read, long written, long data, long log, Map<String, Long> reads, Map<String, Long> writes) {

        void print(Figures before, int warmUp, double rate) {
            OUT.printf(
                    "%,d learners, %d days, pool %s, batches of %d, %,d sign-ins after %,d:%n",
                    LEARNERS, DAYS, POOL, BATCH, SIGN_INS, warmUp);
            OUT.println("| a second | pages read | pages written | kB written | kB of log |");
            OUT.println("|---------:|-----------:|--------------:|-----------:|----------:|");
            OUT.printf(
                    "| %,8.0f | %10.2f | %13.2f | %10.1f | %9.2f |%n",
                    rate,
                    each(read - before.read),
                    each(written - before.written),
                    each(data - before.data) / 1000,
                    each(log - before.log) / 1000);
            OUT.println();
            OUT.println("| file | reads | writes |");
            OUT.println("|------|------:|-------:|");
            writes.forEach((file, count) -> {
                double read = each(reads.getOrDefault(file, 0L) - before.reads.getOrDefault(file, 0L));
                double written = each(count - before.writes.getOrDefault(file, 0L));
                if (read + written >= 0.01) {
                    OUT.printf("| %s | %.2f | %.2f |%n", file, read, written);
                }
            });
        }

        private static double each(long figure) {
            return (double) figure / SIGN_INS;
        }
    }

    private final Random random = new Random(1);

    @Test
    void signInsOfMoreLearnersThanFitIntoMemory() throws Exception {
        try (var servers = EmbeddedServers.startFresh("benchmark")) {
            servers.database().close();
            servers.database().start("--innodb-buffer-pool-size=512M", "--innodb-flush-log-at-trx-commit=0");
            var jdbc = JdbcClient.create(servers.database().dataSource(SCHEMA));
            try (var application = start(servers)) {
                assertThat(application.ready()).isTrue(); // it has made the tables
                untilZero(() -> unreconciled(jdbc));
            }
            long season = jdbc.sql("SELECT id FROM season WHERE name = '2026-11'")
                    .query(Long.class)
                    .single();
            long begin = System.nanoTime();
            fill(jdbc, season);
            OUT.printf("filled in %.0f s%n", (System.nanoTime() - begin) / 1e9);
            Arrays.stream(ALTER.split(";"))
                    .filter(statement -> !statement.isBlank())
                    .forEach(statement -> jdbc.sql(statement.replace("%d", Long.toString(season)))
                            .update());
            printTables(jdbc, season);
            servers.database().close();
            servers.database().start(SETTINGS.split(" "));
            try (var application = start(servers)) {
                measure(application, jdbc);
            }
        }
    }

    /** The first comparison of bitmaps and tables would read all of them; over empty ones it counts for a day. */
    private static long unreconciled(JdbcClient jdbc) {
        return jdbc.sql("SELECT NOT EXISTS (SELECT 1 FROM sign_in_reconciliation WHERE finished_at IS NOT NULL)")
                .query(Long.class)
                .single();
    }

    private static ApplicationProcess start(EmbeddedServers servers) {
        var properties = new HashMap<>(servers.properties(SCHEMA, 0));
        properties.put("logging.level.root", "warn");
        properties.put("server.tomcat.max-keep-alive-requests", -1);
        properties.put("streakboard.signin.journal.batch-size", BATCH);
        properties.put(
                "streakboard.clock.start", FIRST.plusDays(DAYS).atTime(8, 0).toInstant(ZoneOffset.UTC));
        return ApplicationProcess.start(
                "size",
                List.of(
                        "-Xmx1g",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.streakboard.StreakboardApplication"),
                properties);
    }

    private static void fill(JdbcClient jdbc, long season) {
        jdbc.sql("CREATE TABLE numbers (n BIGINT PRIMARY KEY)").update();
        jdbc.sql("INSERT INTO numbers VALUES (1)").update();
        for (long have = 1; have < LEARNERS; have *= 2) {
            jdbc.sql("INSERT INTO numbers SELECT n + ? FROM numbers WHERE n + ? <= ?")
                    .params(have, have, LEARNERS)
                    .update();
        }
        for (int i = 0; i < DAYS; i++) {
            fill(jdbc, season, FIRST.plusDays(i));
        }
        jdbc.sql("DROP TABLE numbers").update();
    }

    /** Writes the rows that the sign-ins of a day make: those of a fifth of the learners, in random order. */
    private static void fill(JdbcClient jdbc, long season, LocalDate day) {
        jdbc.sql("""
                        CREATE TABLE came AS
                        SELECT n, TIMESTAMP(:day, SEC_TO_TIME(CRC32(CONCAT(n, :day)) % 80000)) AS at
                          FROM numbers WHERE CRC32(CONCAT(n, :day)) % 5 = 0 ORDER BY CRC32(CONCAT(:day, n))
                        """).param("day", day.toString()).update();
        for (var insert : List.of("""
                INSERT INTO sign_in_log (user_id, day, kind, streak, points, signed_at)
                SELECT n, :day, 'REGULAR', 1, 10, at FROM came
                """, """
                INSERT INTO sign_in_month (user_id, month, days, make_ups, freezes)
                SELECT n, :month, 1 << DAY(:day) - 1, 0, 0 FROM came
                ON DUPLICATE KEY UPDATE days = days | VALUES(days)
                """, """
                INSERT INTO points_record_%1$d
                    (user_id, type, source_id, home_season, day, points, outcome, occurred_at, recorded_at)
                SELECT n, 'SIGN_IN', :day, %1$d, :day, 10, 'AWARDED', at, at FROM came
                """.formatted(season), """
                INSERT INTO points_total_%d (user_id, points, reached_at, corrections, updated_at)
                SELECT n, 10, at, 0, at FROM came
                ON DUPLICATE KEY UPDATE
                    closing_until = :day, closing_points = points, closing_reached_at = reached_at,
                    points = points + 10, reached_at = VALUES(reached_at), updated_at = VALUES(updated_at)
                """.formatted(season))) {
            jdbc.sql(insert)
                    .param("day", day.toString())
                    .param("month", FIRST.toString())
                    .update();
        }
        jdbc.sql("DROP TABLE came").update();
    }

    private static void printTables(JdbcClient jdbc, long season) {
        OUT.println("| table | rows | data, MB | indexes, MB |");
        OUT.println("|-------|-----:|---------:|------------:|");
        for (var table : List.of("sign_in_log", "sign_in_month", "points_record_" + season, "points_total_" + season)) {
            jdbc.sql("ANALYZE TABLE " + table)
                    .query((row, number) -> row.getString(1))
                    .list();
            jdbc.sql("""
                            SELECT table_rows, data_length, index_length FROM information_schema.tables
                             WHERE table_schema = ? AND table_name = ?
                            """).params(SCHEMA, table).query(row -> {
                OUT.printf(
                        "| %s | %,d | %.1f | %.1f |%n",
                        table, row.getLong(1), row.getLong(2) / 1e6, row.getLong(3) / 1e6);
            });
        }
    }

    private void measure(ApplicationProcess application, JdbcClient jdbc) throws Exception {
        var learners = LongStream.rangeClosed(1, LEARNERS).toArray();
        for (int i = learners.length - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            long moved = learners[i];
            learners[i] = learners[j];
            learners[j] = moved;
        }
        int warmUp = SIGN_INS / 2;
        signIn(application, Arrays.copyOf(learners, warmUp));
        var requests = Arrays.copyOfRange(learners, warmUp, warmUp + SIGN_INS);
        var before = figures(jdbc);
        double rate = signIn(application, requests);
        figures(jdbc).print(before, warmUp, rate);
    }

    /** @return how many were done in a second, with all that follows */
    private static double signIn(ApplicationProcess application, long[] learners) throws Exception {
        var requests = Arrays.stream(learners)
                .mapToObj(learner -> Load.post("/api/sign-ins", DevelopmentToken.of(learner)))
                .toList();
        long begin = System.nanoTime();
        Load.run(application.port(), requests);
        new Backlog(application).untilDone();
        return learners.length / ((System.nanoTime() - begin) / 1e9);
    }

    private static Figures figures(JdbcClient jdbc) {
        var reads = new TreeMap<String, Long>();
        var writes = new TreeMap<String, Long>();
        jdbc.sql("SELECT file_name, count_read, count_write FROM performance_schema.file_summary_by_instance")
                .query(row -> {
                    var path = row.getString(1);
                    var file = path.substring(path.lastIndexOf('/') + 1);
                    reads.merge(file, row.getLong(2), Long::sum);
                    writes.merge(file, row.getLong(3), Long::sum);
                });
        return new Figures(
                status(jdbc, "Innodb_pages_read"),
                status(jdbc, "Innodb_pages_written"),
                status(jdbc, "Innodb_data_written"),
                status(jdbc, "Innodb_os_log_written"),
                reads,
                writes);
    }

    private static long status(JdbcClient jdbc, String name) {
        return jdbc.sql("SHOW GLOBAL STATUS LIKE '" + name + "'")
                .query((row, number) -> row.getLong(2))
                .single();
    }

    private static void untilZero(Callable<Long> figure) {
        await().atMost(Duration.ofMinutes(2))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(50))
                .until(figure, zero -> zero == 0);
    }
}
