package io.streakboard.signin.calendar;

import io.streakboard.embedded.EmbeddedServers;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.stream.LongStream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.util.FileSystemUtils;

/**
 * The cost of queries about all learners: a million of them, half of all days of six months, each month a partition.
 */
class AttendanceBenchmark {

    private static final int LEARNERS = 1_000_000;
    private static final int MONTHS = 6;
    private static final int ROUNDS = 5;
    private static final YearMonth FIRST = YearMonth.of(2026, 6);
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    @Test
    void queriesAboutAMillionLearners() throws Exception {
        var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "benchmark-");
        try (var servers = EmbeddedServers.startIn(folder)) {
            var dataSource = new SingleConnectionDataSource(
                    servers.database().jdbcUrl("attendance") + "&socketTimeout=0",
                    servers.database().user(),
                    servers.database().password(),
                    true);
            Flyway.configure()
                    .dataSource(dataSource)
                    .locations("classpath:db/migration")
                    .load()
                    .migrate();
            var jdbc = new JdbcTemplate(dataSource);
            new MonthPartitions(jdbc, "sign_in_month").extend(FIRST, FIRST.plusMonths(MONTHS - 1));
            fill(jdbc);
            OUT.printf("%n%s, %,d learners, %d months%n", servers.database().product(), LEARNERS, MONTHS);
            measure(jdbc);
            jdbc.execute("ALTER TABLE sign_in_month REMOVE PARTITIONING");
            OUT.println("without partitions");
            measure(jdbc);
            dataSource.destroy();
        } finally {
            FileSystemUtils.deleteRecursively(folder);
        }
    }

    private static void fill(JdbcTemplate jdbc) {
        jdbc.execute("CREATE TABLE digit (d INT NOT NULL)");
        jdbc.execute("INSERT INTO digit VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)");
        for (int month = 0; month < MONTHS; month++) {
            jdbc.update("""
                    INSERT INTO sign_in_month (user_id, month, days, make_ups)
                    SELECT 1 + a.d + 10 * b.d + 100 * c.d + 1000 * d.d + 10000 * e.d + 100000 * f.d, ?,
                           FLOOR(RAND() * (1 << 31)), 1 << FLOOR(RAND() * 31)
                      FROM digit f, digit e, digit d, digit c, digit b, digit a
                    """, FIRST.plusMonths(month).atDay(1));
        }
    }

    private static void measure(JdbcTemplate jdbc) {
        var months = new Months(JdbcClient.create(jdbc), jdbc);
        var month = FIRST.plusMonths(MONTHS - 1);
        var day = month.atDay(20);
        time("a day", () -> months.count(day));
        time("two days of a month", () -> months.count(day, day.plusDays(1)));
        time("two days of two months", () -> months.count(month.atDay(1).minusDays(1), month.atDay(1)));
        time("a month", () -> months.count(month));
        measureCalendar(jdbc);
    }

    /** The cost of partitions for a read of one learner: by key in one partition, or in all. */
    private static void measureCalendar(JdbcTemplate jdbc) {
        time(
                "1,000 months of one learner each",
                () -> LongStream.rangeClosed(1, 1000)
                        .forEach(learner -> jdbc.queryForList(
                                "SELECT * FROM sign_in_month WHERE user_id = ? AND month = ?",
                                learner * 997,
                                LocalDate.of(2026, 10, 1))));
        time(
                "1,000 learners, all their months",
                () -> LongStream.rangeClosed(1, 1000)
                        .forEach(learner ->
                                jdbc.queryForList("SELECT * FROM sign_in_month WHERE user_id = ?", learner * 997)));
    }

    private static void time(String query, Runnable work) {
        work.run();
        var millis = LongStream.range(0, ROUNDS)
                .map(round -> {
                    long start = System.nanoTime();
                    work.run();
                    return (System.nanoTime() - start) / 1_000_000;
                })
                .sorted()
                .toArray();
        OUT.printf("| %-34s | %,6d ms |%n", query, millis[ROUNDS / 2]);
    }
}
