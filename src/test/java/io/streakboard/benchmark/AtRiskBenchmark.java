package io.streakboard.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.signin.calendar.Restoration;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.time.BusinessTime;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * All pages of streaks at risk, against one scan of the rows of the month. Learners have a year of days; a quarter each
 * has a streak that nobody has gone on with today, has signed in today, has stopped, and has signed in yesterday only.
 */
@IntegrationTest
class AtRiskBenchmark {

    private static final int LEARNERS = Integer.getInteger("streakboard.benchmark.learners", 100_000);
    private static final long FIRST = 7_000_000_000L;
    private static final int AT_ONCE = 1000;
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private final Api api;
    private final Restoration restoration;
    private final BusinessTime time;
    private final JdbcClient jdbc;

    AtRiskBenchmark(Api api, Restoration restoration, BusinessTime time, JdbcClient jdbc) {
        this.api = api;
        this.restoration = restoration;
        this.time = time;
        this.jdbc = jdbc;
    }

    @Test
    void allPages() {
        fill();
        var month = time.today().withDayOfMonth(1);

        OUT.printf("%n|   | found | seconds | processor, µs a learner: application | database | Redis |%n");
        OUT.println("|---|---:|---:|---:|---:|---:|");
        for (int round = 0; round < 2; round++) {
            measure(
                    "scan",
                    () -> jdbc.sql("SELECT COUNT(DISTINCT days) FROM sign_in_month WHERE month = ?")
                            .param(month)
                            .query(Long.class)
                            .single());
            measure("streaks of 7 days", () -> read(7));
            measure("streaks of 2 days", () -> read(2));
        }
        assertThat(read(7)).isGreaterThanOrEqualTo(LEARNERS / 4);
    }

    private long read(int least) {
        long found = 0;
        String next = null;
        do {
            var page = api.service()
                    .get("/api/sign-ins/at-risk?limit=1000&min-streak=" + least
                            + (next == null ? "" : "&cursor=" + next))
                    .has(200);
            found += page.at("/items").size();
            next = page.at("/next").isNull() ? null : page.at("/next").asString();
        } while (next != null);
        return found;
    }

    private static void measure(String what, LongSupplier work) {
        long begun = System.nanoTime();
        double application = processor(ProcessHandle.current());
        double database = processor("mariadbd");
        double redis = processor("redis-server");
        long found = work.getAsLong();
        OUT.printf(
                "| %s | %d | %.1f | %.1f | %.1f | %.1f |%n",
                what,
                found,
                (System.nanoTime() - begun) / 1e9,
                (processor(ProcessHandle.current()) - application) / 1e3 / LEARNERS,
                (processor("mariadbd") - database) / 1e3 / LEARNERS,
                (processor("redis-server") - redis) / 1e3 / LEARNERS);
    }

    private static double processor(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
    }

    static double processor(String command) {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> process.info().command().orElse("").contains(command))
                .mapToDouble(AtRiskBenchmark::processor)
                .sum();
    }

    private void fill() {
        var digits = "(SELECT 0 d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4"
                + " UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)";
        jdbc.sql("CREATE TABLE benchmark_learner (user_id BIGINT PRIMARY KEY)").update();
        jdbc.sql("""
                        INSERT INTO benchmark_learner
                        SELECT %d + n FROM (SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d + 100000 * g.d AS n
                          FROM %2$s a, %2$s b, %2$s c, %2$s e, %2$s f, %2$s g) numbers WHERE n < %3$d ORDER BY n
                        """.formatted(FIRST, digits, LEARNERS)).update();
        var today = time.today();
        for (int month = 1; month <= 12; month++) {
            add(today.withDayOfMonth(1).minusMonths(month), "(1 << 27 + user_id % 2) - 1");
        }
        long yesterday = 1L << today.getDayOfMonth() - 2;
        add(
                today.withDayOfMonth(1),
                "ELT(1 + user_id %% 4, %1$d, %2$d, %3$d, %4$d)"
                        .formatted(2 * yesterday - 1, 4 * yesterday - 1, yesterday / 2 - 1, yesterday));
        LongStream.iterate(FIRST, first -> first < FIRST + LEARNERS, first -> first + AT_ONCE)
                .mapToObj(first -> IntStream.range(0, AT_ONCE)
                        .mapToObj(each -> first + each)
                        .toList())
                .forEach((List<Long> some) -> restoration.restore(some));
    }

    private void add(LocalDate month, String days) {
        jdbc.sql("""
                        INSERT INTO sign_in_month (user_id, month, days, make_ups, freezes)
                        SELECT user_id, '%s', %s, 0, 0 FROM benchmark_learner
                        """.formatted(month, days)).update();
    }
}
