package io.streakboard.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.season.Seasons;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A run that gives badges to everybody, against the scan of the tables that it has to read: a year of signed days and a
 * month of the ledger for each learner. The first run gives four badges to each, the second one has nothing left to give.
 */
@IntegrationTest
class BadgeRunBenchmark {

    private static final int LEARNERS = Integer.getInteger("streakboard.benchmark.learners", 100_000);
    private static final long FIRST = 7_000_000_000L;
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private final Api api;
    private final Seasons seasons;
    private final JdbcClient jdbc;

    BadgeRunBenchmark(Api api, Seasons seasons, JdbcClient jdbc) {
        this.api = api;
        this.seasons = seasons;
        this.jdbc = jdbc;
    }

    @Test
    void everybody() {
        long season = seasons.current().id();
        fill(season);

        OUT.printf("%n|   | seconds | µs a learner | processor, µs a learner: application | database |%n");
        OUT.println("|---|---:|---:|---:|---:|");
        measure("scan", () -> {
            jdbc.sql("SELECT SUM(BIT_COUNT(days)), SUM(BIT_COUNT(freezes)) FROM sign_in_month")
                    .query()
                    .listOfRows();
            jdbc.sql("SELECT COUNT(DISTINCT user_id, type), SUM(points) FROM points_record_" + season)
                    .query()
                    .listOfRows();
        });
        measure("run that gives", this::run);
        measure("run that has nothing left to give", this::run);
        assertThat(jdbc.sql("SELECT COUNT(*) FROM badge_given WHERE user_id >= ?")
                        .param(FIRST)
                        .query(Long.class)
                        .single())
                .isGreaterThanOrEqualTo(4L * LEARNERS);
    }

    private void run() {
        await().atMost(Duration.ofMinutes(5))
                .until(() ->
                        api.admin().actuate("/badges", Map.of("action", "run")).status() == 200);
        await().atMost(Duration.ofMinutes(20))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> jdbc.sql("SELECT state FROM badge_run ORDER BY id DESC LIMIT 1")
                        .query(String.class)
                        .single()
                        .equals("DONE")); // the endpoint counts all badges
    }

    private static void measure(String what, Runnable work) {
        long begun = System.nanoTime();
        var application = processor(ProcessHandle.current());
        var database = database();
        work.run();
        double seconds = (System.nanoTime() - begun) / 1e9;
        OUT.printf(
                "| %s | %.1f | %.0f | %.0f | %.0f |%n",
                what,
                seconds,
                seconds * 1e6 / LEARNERS,
                (processor(ProcessHandle.current()) - application) / 1e3 / LEARNERS,
                (database() - database) / 1e3 / LEARNERS);
    }

    private static double processor(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
    }

    private static double database() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().command().orElse("").contains("mariadbd"))
                .mapToDouble(BadgeRunBenchmark::processor)
                .sum();
    }

    /** Each learner has a year of days, and twenty reviews this month. */
    private void fill(long season) {
        var digits = "(SELECT 0 d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4"
                + " UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)";
        jdbc.sql("CREATE TABLE benchmark_learner (user_id BIGINT PRIMARY KEY)").update();
        jdbc.sql("""
                        INSERT INTO benchmark_learner
                        SELECT %d + n FROM (SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d + 100000 * g.d AS n
                          FROM %2$s a, %2$s b, %2$s c, %2$s e, %2$s f, %2$s g) numbers WHERE n < %3$d ORDER BY n
                        """.formatted(FIRST, digits, LEARNERS)).update();
        Stream.iterate(1, month -> month <= 12, month -> month + 1)
                .forEach(month -> jdbc.sql("""
                                INSERT INTO sign_in_month (user_id, month, days, make_ups, freezes)
                                SELECT user_id, '2025-%02d-01', (1 << 27 + user_id %% 2) - 1, 0, 0 FROM benchmark_learner
                                """.formatted(month)).update());
        for (int review = 0; review < 20; review++) {
            jdbc.sql("""
                            INSERT INTO points_record_%1$d
                                (user_id, type, source_id, day, points, outcome, occurred_at, recorded_at, home_season)
                            SELECT user_id, 'REVIEW', 'r%2$d', '2026-11-17', 10, 'AWARDED', '2026-11-17 04:00:00',
                                   '2026-11-17 04:00:00', %1$d FROM benchmark_learner
                            """.formatted(season, review)).update();
        }
        jdbc.sql("""
                        INSERT INTO points_total_%d (user_id, points, reached_at, corrections, updated_at)
                        SELECT user_id, 200, '2026-11-17 04:00:00', 0, '2026-11-17 04:00:00' FROM benchmark_learner
                        """.formatted(season)).update();
    }
}
