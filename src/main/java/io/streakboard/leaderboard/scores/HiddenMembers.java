package io.streakboard.leaderboard.scores;

import io.streakboard.time.Utc;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import tools.jackson.databind.json.JsonMapper;

/** Members left out of all rankings of a board, table {@code board_hidden}. */
@Repository
public class HiddenMembers {

    public record MemberOnBoard(String board, String member) {}

    private final JdbcClient jdbc;
    private final JsonMapper json;

    HiddenMembers(JdbcClient jdbc, JsonMapper json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    /** The hidden members among the given ones. */
    public Set<MemberOnBoard> among(Collection<MemberOnBoard> members) {
        return new HashSet<>(jdbc.sql("""
                        SELECT STRAIGHT_JOIN h.board, h.member
                          FROM JSON_TABLE(?, '$[*]' COLUMNS (
                                   board  VARCHAR(32) PATH '$.board',
                                   member VARCHAR(64) PATH '$.member')) k
                          JOIN board_hidden h ON h.board = k.board AND h.member = k.member
                        """)
                .param(json.writeValueAsString(members))
                .query((row, number) -> new MemberOnBoard(row.getString(1), row.getString(2)))
                .list());
    }

    boolean contains(String board, String member) {
        return !among(List.of(new MemberOnBoard(board, member))).isEmpty();
    }

    /** The hidden members of a board. */
    Set<String> of(String board) {
        return Set.copyOf(jdbc.sql("SELECT member FROM board_hidden WHERE board = ?")
                .param(board)
                .query(String.class)
                .list());
    }

    void add(String board, String member, Instant now) {
        jdbc.sql("""
                        INSERT INTO board_hidden (board, member, hidden_at) VALUES (?, ?, ?)
                        ON DUPLICATE KEY UPDATE hidden_at = hidden_at
                        """).params(board, member, Utc.column(now)).update();
    }

    void remove(String board, String member) {
        jdbc.sql("DELETE FROM board_hidden WHERE board = ? AND member = ?")
                .params(board, member)
                .update();
    }
}
