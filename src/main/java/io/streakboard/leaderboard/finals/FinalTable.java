package io.streakboard.leaderboard.finals;

import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.settled.SettledRows;
import io.streakboard.leaderboard.settled.SettledRows.SettledRow;
import io.streakboard.time.Utc;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The tables {@code board_final}, sealed editions, and {@code board_final_rank}, their rankings. */
@Repository
public class FinalTable {

    /** The maximum tries of the rankings that are not final yet. */
    private static final String TRIES = "streakboard.board.final.tries";

    private static final int BATCH = 1_000;

    /** A row, and whether it equals the member's score. */
    record ComparedRow(SettledRow row, boolean same) {}

    /** @param partition empty for the ranking over all partitions */
    record LearnerFinal(
            String board,
            String period,
            String partition,
            long rank,
            long score,
            Instant reachedAt,
            @Nullable String extra) {}

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;

    FinalTable(JdbcClient jdbc, JdbcTemplate batches, MeterRegistry metrics) {
        this.jdbc = jdbc;
        this.batches = batches;
        metrics.gauge(TRIES, this, FinalTable::maxTries);
    }

    private int maxTries() {
        return jdbc.sql("SELECT COALESCE(MAX(tries), 0) FROM board_final WHERE final_at IS NULL")
                .query(Integer.class)
                .single();
    }

    /** Leaves out editions that are sealed already, or were reset or removed. */
    void seal(Collection<Long> editions, Instant now) {
        jdbc.sql("""
                        INSERT INTO board_final (edition_id, sealed_at)
                        SELECT id, :now FROM board_edition
                         WHERE id IN (:ids) AND replaced_at IS NULL AND removed_at IS NULL ORDER BY id
                        ON DUPLICATE KEY UPDATE edition_id = board_final.edition_id
                        """).param("now", Utc.column(now)).param("ids", editions).update();
    }

    /** Begins a try, which keeps older tries from writing. Needs a transaction. */
    int begin(long edition) {
        jdbc.sql("UPDATE board_final SET tries = tries + 1 WHERE edition_id = ?")
                .param(edition)
                .update();
        return jdbc.sql("SELECT tries FROM board_final WHERE edition_id = ?")
                .param(edition)
                .query(Integer.class)
                .single();
    }

    /** Locks a try until the transaction ends; fails if another try has begun since or the ranking is final. */
    void hold(long edition, int attempt) {
        if (jdbc.sql("""
                        SELECT 1 FROM board_final WHERE edition_id = ? AND tries = ? AND final_at IS NULL FOR UPDATE
                        """)
                .params(edition, attempt)
                .query(Integer.class)
                .optional()
                .isEmpty()) {
            throw new IllegalStateException("Another instance makes the final ranking of edition " + edition);
        }
    }

    /** Deletes some rows; returns how many. */
    int delete(long edition) {
        return jdbc.sql("DELETE FROM board_final_rank WHERE edition_id = ? LIMIT ?")
                .params(edition, BATCH)
                .update();
    }

    void insert(long edition, List<SettledRow> rows) {
        batches.batchUpdate("""
                INSERT INTO board_final_rank (edition_id, place, position, member, score, reached_at, extra)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """, rows, Math.max(1, rows.size()), (statement, row) -> {
            var entry = row.entry();
            statement.setLong(1, edition);
            statement.setLong(2, row.place());
            statement.setLong(3, entry.rank());
            statement.setString(4, entry.member());
            statement.setLong(5, entry.score());
            statement.setObject(6, Utc.column(entry.reachedAt()));
            statement.setString(7, entry.extra());
        });
    }

    /** Passes all rows by place, each compared with the scores. */
    void compare(long edition, Consumer<ComparedRow> to) {
        var page = compared(edition, 0);
        while (!page.isEmpty()) {
            page.forEach(to);
            page = compared(edition, page.getLast().row().place());
        }
    }

    /** Pages by places, so that no statement takes long. */
    private List<ComparedRow> compared(long edition, long after) {
        return jdbc.sql("""
                        SELECT STRAIGHT_JOIN r.*, (s.score = r.score AND s.reached_at = r.reached_at
                               AND s.extra <=> r.extra AND NOT s.hidden) IS TRUE AS same
                          FROM board_final_rank r
                          LEFT JOIN board_score s ON s.edition_id = r.edition_id AND s.member = r.member
                         WHERE r.edition_id = ? AND r.place > ? ORDER BY r.place LIMIT ?
                        """)
                .params(edition, after, BATCH)
                .query((row, number) -> new ComparedRow(row(row), row.getBoolean("same")))
                .list();
    }

    void finish(long edition, Order order, long members, Instant now) {
        jdbc.sql("UPDATE board_final SET ascending = ?, members = ?, final_at = ? WHERE edition_id = ?")
                .params(order == Order.ASCENDING, members, Utc.column(now), edition)
                .update();
    }

    /** The final ranking of an edition. */
    public SettledRows rows(long edition) {
        return new SettledRows() {

            @Override
            public List<SettledRow> between(long first, long last) {
                return select("place BETWEEN ? AND ?", edition, first, last);
            }

            @Override
            public List<SettledRow> at(List<Long> places) {
                return places.isEmpty() ? List.of() : among("place", places);
            }

            @Override
            public List<SettledRow> of(Collection<String> members) {
                return members.isEmpty() ? List.of() : among("member", members);
            }

            private List<SettledRow> among(String column, Collection<?> values) {
                return jdbc.sql("SELECT * FROM board_final_rank WHERE edition_id = :edition AND " + column
                                + " IN (:values) ORDER BY place")
                        .param("edition", edition)
                        .param("values", values)
                        .query((row, number) -> row(row))
                        .list();
            }
        };
    }

    private List<SettledRow> select(String where, Object... parameters) {
        return jdbc.sql("SELECT * FROM board_final_rank WHERE edition_id = ? AND " + where + " ORDER BY place")
                .params(parameters)
                .query((row, number) -> row(row))
                .list();
    }

    /** A deleted learner is shown as the negative place, like on settled seasons. */
    private static SettledRow row(ResultSet row) throws SQLException {
        long place = row.getLong("place");
        return new SettledRow(
                place,
                new Entry(
                        row.getLong("position"),
                        Objects.requireNonNullElse(row.getString("member"), Long.toString(-place)),
                        row.getLong("score"),
                        Utc.instant(row, "reached_at"),
                        row.getString("extra"),
                        null));
    }

    /** Removes a member from its places on boards; the places stay. */
    void anonymise(Collection<String> boards, String member) {
        jdbc.sql("""
                        UPDATE board_final_rank r JOIN board_edition e ON e.id = r.edition_id
                           SET r.member = NULL, r.extra = NULL
                         WHERE r.member = :member AND e.board IN (:boards)
                        """).param("member", member).param("boards", boards).update();
    }

    List<LearnerFinal> of(Collection<String> boards, String member) {
        return jdbc.sql("""
                        SELECT e.board, e.period_key AS period, e.partition_key AS `partition`, r.position AS `rank`,
                               r.score, r.reached_at, r.extra
                          FROM board_final_rank r JOIN board_edition e ON e.id = r.edition_id
                         WHERE r.member = :member AND e.board IN (:boards) ORDER BY e.board, e.id
                        """)
                .param("member", member)
                .param("boards", boards)
                .query((row, number) -> new LearnerFinal(
                        row.getString("board"),
                        row.getString("period"),
                        row.getString("partition"),
                        row.getLong("rank"),
                        row.getLong("score"),
                        Utc.instant(row, "reached_at"),
                        row.getString("extra")))
                .list();
    }
}
