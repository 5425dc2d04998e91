package io.streakboard.signin.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import com.zaxxer.hikari.HikariDataSource;
import io.lettuce.core.RedisClient;
import io.streakboard.benchmark.LongWire;
import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.signin.calendar.CalendarParts;
import io.streakboard.signin.calendar.Months;
import io.streakboard.signin.partition.Partitions;
import io.streakboard.signin.reconciliation.Comparison.Scope;
import io.streakboard.support.TestRedis;
import io.streakboard.time.BusinessTime;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.util.FileSystemUtils;

/**
 * How fast an instance sets lost bitmaps again, by one thread and by more: with servers on this machine, and with servers
 * whose answers come late, where more threads may share the processors.
 */
class RestorationBenchmark {

    private static final int TEN_THOUSANDS = Integer.getInteger("streakboard.benchmark.ten-thousands", 5);
    private static final int LEARNERS = 10_000 * TEN_THOUSANDS;
    private static final int MONTHS = 3;
    private static final Duration DELAY = Duration.ofMillis(Integer.getInteger("streakboard.benchmark.delay", 25));
    private static final LocalDate EVER = LocalDate.of(2000, 1, 1);
    private static final int[] THREADS = {1, 1, 2, 4, 8, 1};
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    @Test
    void moreThreadsRestoreMoreLearners() throws Exception {
        var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "benchmark-");
        try (var servers = EmbeddedServers.startIn(folder);
                var toDatabase = LongWire.to(servers.database().port());
                var toRedis = LongWire.to(servers.redis().port());
                var database = new HikariDataSource();
                var client = RedisClient.create(
                        "redis://127.0.0.1:" + servers.redis().port())) {
            database.setJdbcUrl(servers.database()
                    .jdbcUrl("restoration")
                    .replace(":" + servers.database().port(), ":" + toDatabase.port()));
            database.setUsername(servers.database().user());
            database.setPassword(servers.database().password());
            Flyway.configure()
                    .dataSource(database)
                    .locations("classpath:db/migration")
                    .load()
                    .migrate();
            var jdbc = new JdbcTemplate(database);
            fill(jdbc);
            var redis = TestRedis.at(toRedis.port());
            redis.connect();
            var comparison = comparison(jdbc, redis);
            OUT.printf("%n%s, %,d learners, %d months%n", servers.database().product(), LEARNERS, MONTHS);
            for (var delay : new Duration[] {Duration.ZERO, DELAY}) {
                toDatabase.takes(delay);
                toRedis.takes(delay);
                for (int threads : THREADS) {
                    client.connect().sync().flushall();
                    measure(comparison, threads, delay);
                }
            }
            redis.disconnect();
        } finally {
            FileSystemUtils.deleteRecursively(folder);
        }
    }

    private static Comparison comparison(JdbcTemplate jdbc, TestRedis redis) {
        var time = new BusinessTime(Clock.systemUTC(), ZoneOffset.UTC);
        var months = new Months(JdbcClient.create(jdbc), jdbc);
        var calendar = new CalendarParts(redis.template(), months, new Partitions(128), time);
        return new Comparison(
                months, calendar.bitmaps, calendar.archive, mock(MissingDays.class), calendar.properties, time);
    }

    private static void fill(JdbcTemplate jdbc) {
        jdbc.execute("CREATE TABLE digit (d INT NOT NULL)");
        jdbc.execute("INSERT INTO digit VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)");
        for (int month = 0; month < MONTHS; month++) {
            for (int part = 0; part < TEN_THOUSANDS; part++) {
                jdbc.update(
                        """
                        INSERT INTO sign_in_month (user_id, month, days, make_ups)
                        SELECT 1 + a.d + 10 * b.d + 100 * c.d + 1000 * d.d + ?, ?, 1 + FLOOR(RAND() * (1 << 30)), 0
                          FROM digit d, digit c, digit b, digit a
                        """,
                        part * 10_000,
                        LocalDate.now(ZoneOffset.UTC).minusMonths(month).withDayOfMonth(1));
            }
        }
    }

    private static void measure(Comparison comparison, int threads, Duration delay) {
        long begun = System.nanoTime();
        var found = comparison.ofRedis(new Scope(null, learner -> true, EVER, true, threads), drift -> {});
        double seconds = (System.nanoTime() - begun) / 1e9;
        assertThat(found.learners()).isEqualTo(LEARNERS);
        assertThat(found.onlyInMySql()).isEqualTo(found.days());
        OUT.printf(
                "round trips %,d ms longer, %d threads: %.2f s, %,.0f learners a second%n",
                2 * delay.toMillis(), threads, seconds, LEARNERS / seconds);
    }
}
