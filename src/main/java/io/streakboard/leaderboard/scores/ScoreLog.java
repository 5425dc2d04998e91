package io.streakboard.leaderboard.scores;

import io.streakboard.time.Utc;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import tools.jackson.databind.json.JsonMapper;

/** The counted messages, table {@code board_score_log}. Its key makes a message id count once. */
@Repository
public class ScoreLog {

    /** Identifies a message, which counts once. Keys ignore trailing blanks. */
    public record MessageKey(String board, String member, String messageId) {

        public MessageKey {
            messageId = messageId.stripTrailing();
        }
    }

    /** The figures counted for a message id. */
    public record CountedMessage(String period, @Nullable Long before, long after) {}

    /** A change of one score. */
    public record EditionChange(long edition, @Nullable Long before, long after) {}

    /**
     * @param overAll the change of the edition over all partitions; null on a board without partitions
     * @param window last day of the window that the figures are from, on a sliding board; else null
     */
    public record LogEntry(
            MessageKey key,
            EditionChange change,
            @Nullable EditionChange overAll,
            @Nullable LocalDate window,
            Instant occurredAt) {}

    private static final String AMONG_KEYS = """
            FROM JSON_TABLE(?, '$[*]' COLUMNS (
                     board      VARCHAR(32)  PATH '$.board',
                     member     VARCHAR(64)  PATH '$.member',
                     message_id VARCHAR(100) PATH '$.messageId')) k
            JOIN board_score_log l FORCE INDEX (PRIMARY)
              ON l.board = k.board AND l.member = k.member AND l.message_id = k.message_id
            """;

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;
    private final JsonMapper json;

    ScoreLog(JdbcClient jdbc, JdbcTemplate batches, JsonMapper json) {
        this.jdbc = jdbc;
        this.batches = batches;
        this.json = json;
    }

    /** The log rows of some message ids. */
    public Map<MessageKey, CountedMessage> counted(Collection<MessageKey> keys) {
        var counted = new HashMap<MessageKey, CountedMessage>();
        jdbc.sql("""
                        SELECT STRAIGHT_JOIN l.board, l.member, l.message_id, l.score_before, l.score_after,
                               COALESCE(l.period_key, e.period_key) AS period_key
                        """ + AMONG_KEYS + "JOIN board_edition e ON e.id = l.edition_id")
                .param(json.writeValueAsString(keys))
                .query(row -> {
                    counted.put(
                            key(row),
                            new CountedMessage(
                                    row.getString("period_key"),
                                    row.getObject("score_before", Long.class),
                                    row.getLong("score_after")));
                });
        return counted;
    }

    /** The keys of messages among these that were counted since an instant. */
    public Set<MessageKey> countedSince(Collection<MessageKey> keys, Instant since) {
        return new HashSet<>(jdbc.sql("SELECT STRAIGHT_JOIN l.board, l.member, l.message_id " + AMONG_KEYS
                        + "WHERE l.recorded_at >= ?")
                .params(json.writeValueAsString(keys), Utc.column(since))
                .query((row, number) -> key(row))
                .set());
    }

    private static MessageKey key(ResultSet row) throws SQLException {
        return new MessageKey(row.getString("board"), row.getString("member"), row.getString("message_id"));
    }

    /** Whether any message was counted for a member. */
    boolean has(String board, String member) {
        return jdbc.sql("SELECT 1 FROM board_score_log WHERE board = ? AND member = ? LIMIT 1")
                .params(board, member)
                .query(Integer.class)
                .optional()
                .isPresent();
    }

    boolean has(long edition) {
        return jdbc.sql("SELECT EXISTS (SELECT 1 FROM board_score_log WHERE edition_id = ?)")
                .param(edition)
                .query(Boolean.class)
                .single();
    }

    public void append(List<LogEntry> entries, Instant recordedAt) {
        if (entries.isEmpty()) {
            return;
        }
        var recorded = Utc.column(recordedAt);
        batches.batchUpdate("""
                INSERT INTO board_score_log (board, member, message_id, edition_id, score_before, score_after,
                    all_edition_id, all_before, all_after, occurred_at, recorded_at, period_key)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """, entries, entries.size(), (statement, entry) -> {
            var overAll = entry.overAll();
            statement.setString(1, entry.key().board());
            statement.setString(2, entry.key().member());
            statement.setString(3, entry.key().messageId());
            statement.setLong(4, entry.change().edition());
            statement.setObject(5, entry.change().before());
            statement.setLong(6, entry.change().after());
            statement.setObject(7, overAll == null ? null : overAll.edition());
            statement.setObject(8, overAll == null ? null : overAll.before());
            statement.setObject(9, overAll == null ? null : overAll.after());
            statement.setObject(10, Utc.column(entry.occurredAt()));
            statement.setObject(11, recorded);
            statement.setString(
                    12, entry.window() == null ? null : entry.window().toString());
        });
    }

    /** Moves some entries of an edition to another one; returns how many. */
    int move(long edition, long to, int most) {
        return jdbc.sql("UPDATE board_score_log SET edition_id = ? WHERE edition_id = ? LIMIT ?")
                .params(to, edition, most)
                .update();
    }

    /** Deletes some entries of an edition; returns how many. */
    int delete(long edition, int most) {
        return jdbc.sql("DELETE FROM board_score_log WHERE edition_id = ? LIMIT ?")
                .params(edition, most)
                .update();
    }

    /** Deletes some entries of an edition that occurred before an instant; returns how many. */
    int deleteBefore(long edition, Instant instant, int most) {
        return jdbc.sql("DELETE FROM board_score_log WHERE edition_id = ? AND occurred_at < ? LIMIT ?")
                .params(edition, Utc.column(instant), most)
                .update();
    }

    /** Deletes some entries of a member on an edition; returns how many. */
    int delete(String board, String member, long edition, int most) {
        return jdbc.sql("DELETE FROM board_score_log WHERE board = ? AND member = ? AND edition_id = ? LIMIT ?")
                .params(board, member, edition, most)
                .update();
    }

    /** Deletes some entries of a member; returns how many. */
    int delete(String board, String member, int most) {
        return jdbc.sql("DELETE FROM board_score_log WHERE board = ? AND member = ? LIMIT ?")
                .params(board, member, most)
                .update();
    }
}
