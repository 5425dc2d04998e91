package io.streakboard.leaderboard.settled;

import static java.util.stream.Collectors.joining;

import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Standing;
import io.streakboard.leaderboard.settled.SettledRows.SettledRow;
import io.streakboard.points.PointsTotals.TotalsSum;
import io.streakboard.time.Utc;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Tables with copies of boards, {@code points_board_<season>} and {@code points_rehearsal_<rehearsal>}: the rank is the
 * primary key.
 */
@Component
public class BoardTable {

    /** Far longer than other statements may take: a key over many millions of rows is built at one go. */
    private static final Duration KEY_TIMEOUT = Duration.ofHours(2);

    private final JdbcClient jdbc;
    private final JdbcTemplate template;
    private final BulkInsert inserts;

    BoardTable(JdbcClient jdbc, JdbcTemplate template, BulkInsert inserts) {
        this.jdbc = jdbc;
        this.template = template;
        this.inserts = inserts;
    }

    /** The table of a season during and after its settlement. */
    public static String name(long season) {
        return "points_board_" + season;
    }

    /** The scratch table of a rehearsal. */
    public static String scratch(long rehearsal) {
        return "points_rehearsal_" + rehearsal;
    }

    public void create(String table, String like) {
        jdbc.sql("CREATE TABLE IF NOT EXISTS %s LIKE %s".formatted(table, like)).update();
    }

    public void drop(String table) {
        jdbc.sql("DROP TABLE IF EXISTS %s".formatted(table)).update();
    }

    public void empty(String table) {
        jdbc.sql("TRUNCATE TABLE %s".formatted(table)).update();
    }

    public void dropIndex(String table) {
        if (indexed(table)) {
            jdbc.sql("ALTER TABLE %s DROP KEY by_learner".formatted(table)).update();
        }
    }

    /** Writes a range of ranks and replaces the rows of earlier tries. */
    public void write(String table, long first, long last, List<Standing> standings) {
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
     * Builds the learners' key once all ranks are written: having it from the start would double the time. It holds
     * whole rows, so that the proof reads them in the order of learners. It is not unique; the proof checks that.
     */
    public void index(String table) {
        if (!indexed(table)) {
            template.execute((ConnectionCallback<Void>) connection -> withKeyTimeout(
                    connection, "ALTER TABLE %s ADD KEY by_learner (user_id, points, reached_at)".formatted(table)));
        }
    }

    private static Void withKeyTimeout(Connection connection, String sql) throws SQLException {
        int usual = connection.getNetworkTimeout();
        connection.setNetworkTimeout(Runnable::run, (int) KEY_TIMEOUT.toMillis());
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

    /** A learner with more than one rank, if any. */
    public Optional<Long> twice(String table) {
        return jdbc.sql("SELECT user_id FROM %s GROUP BY user_id HAVING COUNT(*) > 1 LIMIT 1".formatted(table))
                .query(Long.class)
                .optional();
    }

    public TotalsSum sum(String table) {
        return jdbc.sql("SELECT COUNT(*) AS learners, COALESCE(SUM(points), 0) AS points FROM %s".formatted(table))
                .query(TotalsSum.class)
                .single();
    }

    /** The first rank in the table; 1 if it is empty. */
    public long firstRank(String table) {
        return jdbc.sql("SELECT COALESCE(MIN(id), 1) FROM %s".formatted(table))
                .query(Long.class)
                .single();
    }

    /** The last rank in the table; 0 if it is empty. */
    public long lastRank(String table) {
        return jdbc.sql("SELECT COALESCE(MAX(id), 0) FROM %s".formatted(table))
                .query(Long.class)
                .single();
    }

    public List<Standing> ranks(String table, long first, long last) {
        return jdbc.sql("SELECT * FROM %s WHERE id BETWEEN ? AND ? ORDER BY id".formatted(table))
                .params(first, last)
                .query((row, number) -> standing(row))
                .list();
    }

    public List<Standing> ranks(String table, List<Long> ranks) {
        return jdbc.sql("SELECT * FROM %s WHERE id IN (:ranks) ORDER BY id".formatted(table))
                .param("ranks", ranks)
                .query((row, number) -> standing(row))
                .list();
    }

    /** The ranks of some learners, by rank. */
    List<Standing> ranksOf(String table, Collection<Long> learners) {
        return jdbc.sql("SELECT * FROM %s WHERE user_id IN (:learners) ORDER BY id".formatted(table))
                .param("learners", learners)
                .query((row, number) -> standing(row))
                .list();
    }

    /** A learner's ranks in settled seasons, read by one statement. Seasons without one are left out. */
    public Map<Long, Standing> ofLearner(List<Long> seasons, long learner) {
        var found = new HashMap<Long, Standing>();
        if (!seasons.isEmpty()) {
            jdbc.sql(seasons.stream()
                            .map(season -> "SELECT %d AS season, b.* FROM %s b WHERE user_id = :learner"
                                    .formatted(season, name(season)))
                            .collect(joining(" UNION ALL ")))
                    .param("learner", learner)
                    .query(row -> {
                        found.put(row.getLong("season"), standing(row));
                    });
        }
        return found;
    }

    /** The rows of a table as shown to readers. */
    public SettledRows rows(String table) {
        return new SettledRows() {

            @Override
            public List<SettledRow> between(long first, long last) {
                return shown(ranks(table, first, last));
            }

            @Override
            public List<SettledRow> at(List<Long> places) {
                return shown(ranks(table, places));
            }

            /** Never matches a deleted learner, whose negative number may also be in other seasons. */
            @Override
            public List<SettledRow> of(Collection<String> members) {
                var learners = members.stream()
                        .map(Long::valueOf)
                        .filter(each -> each >= 0)
                        .toList();
                return learners.isEmpty() ? List.of() : shown(ranksOf(table, learners));
            }
        };
    }

    private static List<SettledRow> shown(List<Standing> standings) {
        return standings.stream().map(BoardTable::row).toList();
    }

    private static SettledRow row(Standing standing) {
        return new SettledRow(
                standing.rank(),
                new Entry(
                        standing.rank(),
                        Long.toString(standing.learner()),
                        standing.points(),
                        standing.reachedAt(),
                        null,
                        null));
    }

    /** Removes a learner from their rank. The rank stays, with a negative number in place of the id. */
    public void anonymise(String table, long learner) {
        jdbc.sql("UPDATE %s SET user_id = -id WHERE user_id = ?".formatted(table))
                .param(learner)
                .update();
    }

    private static Standing standing(ResultSet row) throws SQLException {
        return new Standing(
                row.getLong("id"), row.getLong("user_id"), row.getLong("points"), Utc.instant(row, "reached_at"));
    }
}
