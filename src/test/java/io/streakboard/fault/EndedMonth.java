package io.streakboard.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScoredValue;
import io.streakboard.leaderboard.RawBoard;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A month of the past with three pages of learners in its totals and on its board, which nobody has settled yet. */
record EndedMonth(long id, LocalDateTime startsAt, JdbcClient jdbc) {

    static final int PAGES = 3;

    /** With these settings an instance settles the month without waiting. */
    static final Map<String, Object> SETTLED_SOON = Map.of(
            "streakboard.season.grace", "0s",
            "streakboard.season.quiet-period", "0s",
            "streakboard.settlement.interval", "200ms",
            "streakboard.settlement.copy-interval", "200ms",
            "streakboard.board.check-interval", "200ms",
            "streakboard.events.stale-after", "5s",
            "streakboard.events.check-interval", "1s");

    private static final int LEARNERS = 25_000;
    private static final int EQUAL = 10;
    private static final long PRIME = 99_999_989;
    private static final int TIME_BITS = 22;
    private static final long LATEST = (1L << TIME_BITS) - 1;

    /** Makes the month's tables and its board; no instance knows of it. */
    static EndedMonth play(int number, JdbcClient jdbc, RedisClient redis) {
        var month = new EndedMonth(
                1_000 + number,
                LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC).plusMonths(372 + number),
                jdbc);
        for (var table : List.of("points_record_", "points_total_", "points_board_")) {
            jdbc.sql("CREATE TABLE %s%d LIKE %s1".formatted(table, month.id(), table))
                    .update();
        }
        var totals = new ArrayList<String>();
        var board = new ArrayList<ScoredValue<String>>();
        var members = RawBoard.members(jdbc, month.id());
        for (int i = 0; i < LEARNERS; i++) {
            long learner = learner(i);
            long points = 1 + i / EQUAL;
            long second = i * 7L % 1_000_003;
            totals.add("(%d,%d,'%s',0,'2002-01-01')".formatted(learner, points, month.startsAt.plusSeconds(second)));
            board.add(ScoredValue.just((points << TIME_BITS) + LATEST - second, members.apply(learner)));
        }
        jdbc.sql("INSERT INTO points_total_%d (user_id, points, reached_at, corrections, updated_at) VALUES %s"
                        .formatted(month.id(), String.join(",", totals)))
                .update();
        jdbc.sql("""
                        INSERT INTO points_record_%1$d
                            (user_id, type, source_id, day, points, outcome, occurred_at, recorded_at)
                        SELECT user_id, 'REVIEW', 's', DATE(reached_at), points, 'AWARDED', reached_at, updated_at
                          FROM points_total_%1$d
                        """.formatted(month.id())).update();
        try (var connection = redis.connect()) {
            connection.sync().zadd(month.board(), board.toArray(ScoredValue[]::new));
            var process = RawBoard.process(connection.sync().info("server"));
            connection.sync().set(RawBoard.mark(month.id()), process);
        }
        return month;
    }

    /** @param i from the one with the fewest points; ten have as many each: 1, then 2, and so on */
    static long learner(int i) {
        return (i + 1) * 48_271L % PRIME;
    }

    /** Lets the instances know of the month. */
    void announce() {
        jdbc.sql("""
                        INSERT INTO season (id, name, starts_at, ends_at, state, created_at)
                        VALUES (?, ?, ?, ?, 'ENDED', UTC_TIMESTAMP(3) - INTERVAL 1 MINUTE)
                        """)
                .params(id, startsAt.toLocalDate().toString().substring(0, 7), startsAt, startsAt.plusMonths(1))
                .update();
    }

    String board() {
        return RawBoard.key(id);
    }

    /** Claims of a process that is gone or paused run out at once instead of after a minute. */
    void expireClaims(long pid) {
        jdbc.sql("""
                        UPDATE settlement_page SET claimed_at = claimed_at - INTERVAL 2 MINUTE
                         WHERE season_id = ? AND NOT done AND claimed_by LIKE ?
                           AND claimed_at > UTC_TIMESTAMP(3) - INTERVAL 1 MINUTE
                        """).params(id, pid + "@%").update();
    }

    boolean settled() {
        return jdbc.sql("SELECT COUNT(*) FROM settlement_step WHERE season_id = ? AND state = 'DONE'")
                        .param(id)
                        .query(Long.class)
                        .single()
                == 5;
    }

    /** Asserts that the table is the totals in the order of ranks, and that each page was written once. */
    void assertSettled() {
        assertRanks();
        assertThat(Gate.passed(jdbc, "COPY", id)).isEqualTo(PAGES);
    }

    /**
     * Asserts that the table is the totals in the order of ranks. One of nothing is a lock that a late posting has
     * left.
     */
    void assertRanks() {
        assertTable();
        assertThat(pages()).hasSize(PAGES);
    }

    /** The same for a board that is cut into other pages. */
    void assertTable() {
        var ledger = sum("SELECT COUNT(*) AS learners, SUM(points) AS points FROM points_total_%d WHERE points > 0"
                .formatted(id));
        assertThat(ledger).startsWith(LEARNERS + " ");
        assertThat(sum("SELECT learners, points FROM season WHERE state = 'SETTLED' AND id = " + id))
                .isEqualTo(ledger);
        assertThat(sum("SELECT MAX(id) AS learners, SUM(points) AS points FROM points_board_" + id))
                .isEqualTo(ledger);
        long inPlace = jdbc.sql("""
                        SELECT COUNT(*) FROM points_board_%1$d b JOIN (
                            SELECT user_id, points, reached_at,
                                   ROW_NUMBER() OVER (ORDER BY points DESC, reached_at) AS place
                              FROM points_total_%1$d WHERE points > 0) t
                          ON b.id = t.place AND b.user_id = t.user_id AND b.points = t.points
                             AND b.reached_at = t.reached_at
                        """.formatted(id)).query(Long.class).single();
        assertThat(inPlace).isEqualTo(LEARNERS);
        assertThat(pages()).isNotEmpty().allMatch(page -> page.endsWith(" true"));
        assertThat(Gate.passed(jdbc, "VERIFY", id)).isEqualTo(1);
    }

    /** How many activities of this month are in the ledger of another. */
    long inLedgerOf(long other) {
        return jdbc.sql("SELECT COUNT(*) FROM points_record_%d WHERE source_id LIKE ?".formatted(other))
                .param("%-" + id)
                .query(Long.class)
                .single();
    }

    /** The pages with their epochs, and whether they are done. */
    List<String> pages() {
        return jdbc.sql("SELECT page, epoch, done FROM settlement_page WHERE season_id = ? ORDER BY page")
                .param(id)
                .query((row, number) -> row.getInt("page") + " " + row.getInt("epoch") + " " + row.getBoolean("done"))
                .list();
    }

    private String sum(String sql) {
        return jdbc.sql(sql)
                .query((row, number) -> row.getLong("learners") + " learners, " + row.getLong("points") + " points")
                .single();
    }
}
