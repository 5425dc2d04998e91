package io.streakboard.leaderboard.scores;

import io.streakboard.identity.ChangeFollower;
import io.streakboard.identity.ChangePoller;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.time.Utc;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.stereotype.Repository;
import tools.jackson.databind.json.JsonMapper;

/**
 * Members left out of all rankings of a board, table {@code board_hidden}. Rankings of the points board are verified
 * against the ledger, so a hidden learner stays on them and only the id is hidden from readers. Each row of a page is
 * checked, so these few ids are in memory. Changes by another instance arrive within two seconds.
 */
@Repository
public class HiddenMembers extends ChangeFollower {

    /** Before requests are answered. */
    private static final int PHASE = 0;

    public record MemberOnBoard(String board, String member) {}

    private final JdbcClient jdbc;
    private final JsonMapper json;
    private final ChangePoller<Set<String>> poller;
    private volatile Set<String> onPoints = Set.of();

    HiddenMembers(JdbcClient jdbc, JsonMapper json, TaskScheduler scheduler) {
        super(scheduler);
        this.jdbc = jdbc;
        this.json = json;
        this.poller = new ChangePoller<>((after, limit) -> List.of(read()), all -> 0, all -> onPoints = all.getLast());
    }

    /** Whether the points board hides a learner. */
    public boolean onPoints(String member) {
        return onPoints.contains(member);
    }

    /** Differs for different learners on the points board; the same on all instances. 0 while none is hidden. */
    public long version() {
        return Integer.toUnsignedLong(onPoints.hashCode());
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

    private Set<String> read() {
        return Set.copyOf(jdbc.sql("SELECT member FROM board_hidden WHERE board = ?")
                .param(BoardRule.POINTS)
                .query(String.class)
                .list());
    }

    /** Reads the learners hidden on the points board again, after the commit of a change. */
    void follow() {
        poller.read();
    }

    @Override
    protected ChangePoller<Set<String>> poller() {
        return poller;
    }

    @Override
    public int getPhase() {
        return PHASE;
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
