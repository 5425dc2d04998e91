package io.streakboard.leaderboard.fed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRules;
import io.streakboard.leaderboard.editions.FillTable;
import io.streakboard.leaderboard.editions.FillTable.Fill;
import io.streakboard.points.PaidEntries;
import io.streakboard.season.Seasons;
import io.streakboard.support.IntegrationTest;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.TestPropertySource;

/**
 * Fills boards of the running season from the ledger, each against the least that MySQL needs: the same entries copied
 * into tables like the scores and their log, a statement for each table.
 */
@IntegrationTest
@TestPropertySource(
        properties = {
            "streakboard.board.check-interval=1d", // then the benchmark calls the job
            "streakboard.boards[0].name=warm-up",
            "streakboard.boards[0].period=season",
            "streakboard.boards[0].scores.from=points",
            "streakboard.boards[1].name=fill-1",
            "streakboard.boards[1].period=season",
            "streakboard.boards[1].scores.from=points",
            "streakboard.boards[2].name=fill-2",
            "streakboard.boards[2].period=season",
            "streakboard.boards[2].scores.from=points",
            "streakboard.boards[3].name=sliding",
            "streakboard.boards[3].period=sliding",
            "streakboard.boards[3].days=30",
            "streakboard.boards[3].scores.from=points",
            "streakboard.boards[4].name=cup" // with prizes
        })
class FillBenchmark {

    private static final int LEARNERS = Integer.getInteger("streakboard.benchmark.learners", 20_000);
    private static final int DAYS = 10;
    private static final int PAGE = 500;
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    private final FillJob job;
    private final FillTable fills;
    private final PaidEntries entries;
    private final BoardRules rules;
    private final JdbcClient jdbc;
    private final String ledger;

    FillBenchmark(
            FillJob job, FillTable fills, PaidEntries entries, BoardRules rules, Seasons seasons, JdbcClient jdbc) {
        this.job = job;
        this.fills = fills;
        this.entries = entries;
        this.rules = rules;
        this.jdbc = jdbc;
        this.ledger = "points_record_" + seasons.current().id();
    }

    @Test
    void fillsAgainstCopies() {
        long rows = (long) LEARNERS * DAYS * 2;
        await().until(() -> rules.all().stream()
                .filter(BoardRule::isFed)
                .allMatch(board -> fills.find(board).isPresent())); // by the run at the start
        jdbc.sql("UPDATE board_fill SET begun_at = begun_at - INTERVAL 1 MINUTE")
                .update(); // all instances know
        assertThat(play()).isEqualTo(rows);

        OUT.printf("%n%,d entries of %,d learners%n%n", rows, LEARNERS);
        OUT.println("| board | copies a second | read | filled | ratio | filled again |");
        OUT.println("|---|---:|---:|---:|---:|---:|");
        for (var board : rules.all().stream().filter(BoardRule::isFed).toList()) {
            double copies = rows / seconds(this::copy);
            double read = rows / seconds(this::read);
            double filled = rows / fill(board);
            assertThat(jdbc.sql("SELECT COUNT(*) FROM board_score_log WHERE board = ?")
                            .param(board.name())
                            .query(Long.class)
                            .single())
                    .isEqualTo(rows);
            double again = rows / fill(board);
            OUT.printf(
                    "| %s | %,.0f | %,.0f | %,.0f | %.2f | %,.0f |%n",
                    board.name(), copies, read, filled, filled / copies, again);
        }
    }

    /** Two types on each day. */
    private long play() {
        return jdbc.sql("""
                        INSERT INTO %s (user_id, type, source_id, day, points, outcome, occurred_at, recorded_at)
                        WITH RECURSIVE n AS (SELECT 0 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 999)
                        SELECT 1000000 + a.i * 1000 + b.i, IF(d.i %% 2, 'LESSON', 'REVIEW'), CONCAT('source-', d.i),
                               DATE '2026-11-02' + INTERVAL d.i DIV 2 DAY, 10, 'AWARDED',
                               TIMESTAMP '2026-11-02 04:00:00' + INTERVAL d.i DIV 2 DAY + INTERVAL b.i SECOND,
                               UTC_TIMESTAMP(3)
                          FROM n d, n a, n b WHERE d.i < %d AND a.i < %d
                        """.formatted(ledger, DAYS * 2, LEARNERS / 1_000)).update();
    }

    private void copy() {
        jdbc.sql("CREATE TABLE copied_log LIKE board_score_log").update();
        jdbc.sql("CREATE TABLE copied_score LIKE board_score").update();
        jdbc.sql("""
                        INSERT INTO copied_log (board, member, message_id, edition_id, score_before, score_after,
                            occurred_at, recorded_at)
                        SELECT 'copied', user_id, CONCAT(home_season, ':', type, ':', source_id), 1, 0, points, occurred_at,
                               recorded_at
                          FROM %s
                        """.formatted(ledger)).update();
        jdbc.sql("""
                        INSERT INTO copied_score (edition_id, member, score, reached_at, occurred_at, corrections, hidden)
                        SELECT 1, user_id, SUM(points), MAX(occurred_at), MAX(occurred_at), 0, FALSE
                          FROM %s GROUP BY user_id
                        """.formatted(ledger)).update();
        jdbc.sql("DROP TABLE copied_log, copied_score").update();
    }

    /** The fill's own walk over the ledger. */
    private void read() {
        var page = entries.page(null, null, PAGE);
        while (page.next() != null) {
            page = entries.page(null, page.next(), PAGE);
        }
    }

    private double fill(BoardRule board) {
        fills.restart(board);
        return seconds(() -> {
            while (fills.find(board).filter(Fill::done).isEmpty()) {
                job.fill(board, 100, PAGE);
            }
        });
    }

    private static double seconds(Runnable work) {
        long begun = System.nanoTime();
        work.run();
        return (System.nanoTime() - begun) / 1e9;
    }
}
