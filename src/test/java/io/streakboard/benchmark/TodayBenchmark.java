package io.streakboard.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.season.Seasons;
import io.streakboard.support.IntegrationTest;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.TodayFigures;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * What each part of the figures of today costs: three in ten learners come on each of sixty days, sign in and finish a
 * lesson. The first round reads what the fill has left in memory.
 */
@IntegrationTest
class TodayBenchmark {

    private static final int LEARNERS = Integer.getInteger("streakboard.benchmark.learners", 100_000);
    private static final int ROUNDS = Integer.getInteger("streakboard.benchmark.rounds", 3);
    private static final int AT_ONCE = 20_000;
    private static final int DAYS = 60;
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private final List<TodayFigures> parts;
    private final Seasons seasons;
    private final BusinessTime time;
    private final JdbcClient jdbc;

    TodayBenchmark(List<TodayFigures> parts, Seasons seasons, BusinessTime time, JdbcClient jdbc) {
        this.parts = parts;
        this.seasons = seasons;
        this.time = time;
        this.jdbc = jdbc;
    }

    @Test
    void eachPart() {
        long begun = System.nanoTime();
        fill(seasons.current().id());
        OUT.printf("filled in %.0f s%n", seconds(begun));

        OUT.printf("%n| part | seconds | database, s |%n|---|---:|---:|%n");
        for (int round = 0; round < ROUNDS; round++) {
            parts.forEach(TodayBenchmark::measure);
        }
    }

    private static void measure(TodayFigures part) {
        long begun = System.nanoTime();
        double database = AtRiskBenchmark.processor("mariadbd");
        assertThat(part.figures()).isNotNull();
        OUT.printf(
                "| %s | %.2f | %.2f |%n",
                part.section(), seconds(begun), (AtRiskBenchmark.processor("mariadbd") - database) / 1e9);
    }

    private static double seconds(long begun) {
        return (System.nanoTime() - begun) / 1e9;
    }

    /** In the order of each table's key, which is quick. */
    private void fill(long season) {
        jdbc.sql("CREATE TABLE learner_of_today (n BIGINT PRIMARY KEY)").update();
        jdbc.sql("INSERT INTO learner_of_today VALUES (1)").update();
        for (long have = 1; have < LEARNERS; have *= 2) {
            jdbc.sql("INSERT INTO learner_of_today SELECT n + ? FROM learner_of_today WHERE n + ? <= ?")
                    .params(have, have, LEARNERS)
                    .update();
        }
        var days = time.today()
                .minusDays(DAYS - 1L)
                .datesUntil(time.today().plusDays(1))
                .toList();
        days.forEach(this::signIn);
        var first = time.dayOf(seasons.current().startsAt());
        for (long from = 1; from <= LEARNERS; from += AT_ONCE) {
            for (var type : List.of("LESSON", "SIGN_IN")) {
                book(
                        season,
                        type,
                        from,
                        days.stream().filter(day -> !day.isBefore(first)).toList());
            }
        }
    }

    private void signIn(LocalDate day) {
        run("""
                INSERT INTO sign_in_log (user_id, day, kind, streak, points, signed_at)
                SELECT n, '%1$s', 'REGULAR', IF(%3$s, 2, 1), 10, TIMESTAMP('%1$s', '02:00:00')
                  FROM learner_of_today WHERE %2$s ORDER BY n
                """.formatted(day, came(day), came(day.minusDays(1))));
        run("""
                INSERT INTO sign_in_month (user_id, month, days, make_ups, freezes)
                SELECT n, '%s', 1 << DAY('%s') - 1, 0, 0 FROM learner_of_today WHERE %s ORDER BY n
                ON DUPLICATE KEY UPDATE days = days | VALUES(days)
                """.formatted(day.withDayOfMonth(1), day, came(day)));
    }

    private void book(long season, String type, long from, List<LocalDate> days) {
        for (var day : days) {
            run("""
                    INSERT INTO points_record_%1$d
                        (user_id, type, source_id, home_season, day, points, outcome, occurred_at, recorded_at)
                    SELECT n, '%2$s', '%3$s', %1$d, '%3$s', 10, 'AWARDED', TIMESTAMP('%3$s', '02:00:00'), NOW(3)
                      FROM learner_of_today WHERE n BETWEEN %4$d AND %5$d AND %6$s
                    """.formatted(season, type, day, from, from + AT_ONCE - 1, came(day)));
        }
    }

    private static String came(LocalDate day) {
        return "CRC32(CONCAT(n, '%s')) %% 10 < 3".formatted(day);
    }

    private void run(String statement) {
        jdbc.sql(statement).update();
    }
}
