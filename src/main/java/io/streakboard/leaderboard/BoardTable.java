package io.streakboard.leaderboard;

import io.streakboard.leaderboard.BoardCopies.Content;
import io.streakboard.points.PointsTotals.Sum;
import io.streakboard.time.Utc;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Tables that boards are copied into, {@code points_board_<season>} and those of rehearsals,
 * {@code points_rehearsal_<rehearsal>}: the rank is the primary key.
 */
@Component
class BoardTable {

    /** Far longer than statements otherwise may take: a key over many millions of rows is built at one go. */
    private static final Duration KEY_TAKES_AT_MOST = Duration.ofHours(2);

    private final JdbcClient jdbc;
    private final JdbcTemplate template;
    private final BulkInsert inserts;

    BoardTable(JdbcClient jdbc, JdbcTemplate template, BulkInsert inserts) {
        this.jdbc = jdbc;
        this.template = template;
        this.inserts = inserts;
    }

    void create(String table, String like) {
        jdbc.sql("CREATE TABLE IF NOT EXISTS %s LIKE %s".formatted(table, like)).update();
    }

    void drop(String table) {
        jdbc.sql("DROP TABLE IF EXISTS %s".formatted(table)).update();
    }

    void empty(String table) {
        jdbc.sql("TRUNCATE TABLE %s".formatted(table)).update();
    }

    void dropIndex(String table) {
        if (indexed(table)) {
            jdbc.sql("ALTER TABLE %s DROP KEY by_learner".formatted(table)).update();
        }
    }

    /** Writes a stretch of ranks in place of whatever an earlier try has left there. */
    void write(String table, long first, long last, List<Standing> standings) {
        jdbc.sql("DELETE FROM %s WHERE id BETWEEN ? AND ?".formatted(table))
                .params(first, last)
                .update();
        int written = inserts.insert(table, standings);
        if (written != standings.size()) {
            throw new IllegalStateException(
                    "%s took %d of the %d rows from rank %d on".formatted(table, written, standings.size(), first));
        }
    }

    /**
     * Builds the learners' key, once all ranks are written: in place from the start it would double the time.
     *
     * @throws DuplicateKeyException if a learner has more than one rank
     */
    void index(String table) {
        if (!indexed(table)) {
            template.execute((ConnectionCallback<Void>) connection ->
                    patiently(connection, "ALTER TABLE %s ADD UNIQUE KEY by_learner (user_id)".formatted(table)));
        }
    }

    private static Void patiently(Connection connection, String sql) throws SQLException {
        int usual = connection.getNetworkTimeout();
        connection.setNetworkTimeout(Runnable::run, (int) KEY_TAKES_AT_MOST.toMillis());
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        } finally {
            connection.setNetworkTimeout(Runnable::run, usual);
        }
        return null;
    }

    private boolean indexed(String table) {
        return jdbc.sql("""
                                SELECT COUNT(*) FROM information_schema.statistics
                                 WHERE table_schema = DATABASE() AND table_name = ? AND index_name = 'by_learner'
                                """).param(table).query(Long.class).single() > 0;
    }

    Content content(String table) {
        return jdbc.sql("""
                        SELECT COUNT(*) AS learners, COALESCE(SUM(points), 0) AS points,
                               COALESCE(MIN(id), 1) AS first_rank, COALESCE(MAX(id), 0) AS last_rank
                          FROM %s
                        """.formatted(table))
                .query((row, number) -> new Content(
                        new Sum(row.getLong("learners"), row.getLong("points")),
                        row.getLong("first_rank"),
                        row.getLong("last_rank")))
                .single();
    }

    long lastRank(String table) {
        return jdbc.sql("SELECT COALESCE(MAX(id), 0) FROM %s".formatted(table))
                .query(Long.class)
                .single();
    }

    List<Standing> ranks(String table, long first, long last) {
        return jdbc.sql("SELECT * FROM %s WHERE id BETWEEN ? AND ? ORDER BY id".formatted(table))
                .params(first, last)
                .query((row, number) -> standing(row))
                .list();
    }

    List<Standing> ranks(String table, List<Long> ranks) {
        return jdbc.sql("SELECT * FROM %s WHERE id IN (:ranks) ORDER BY id".formatted(table))
                .param("ranks", ranks)
                .query((row, number) -> standing(row))
                .list();
    }

    static Standing standing(ResultSet row) throws SQLException {
        return new Standing(
                row.getLong("id"),
                row.getLong("user_id"),
                row.getLong("points"),
                Utc.instant(row.getObject("reached_at", LocalDateTime.class)));
    }
}
