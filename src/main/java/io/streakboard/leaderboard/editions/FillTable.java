package io.streakboard.leaderboard.editions;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.time.Utc;
import io.streakboard.web.Outage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * How far boards that are fed by the ledger have been filled from it, table {@code board_fill}. A fill is named by its
 * board and its begin: an instance that was paused cannot move the next fill of the board.
 */
@Repository
public class FillTable {

    private static final Duration CACHE_EXPIRY = Duration.ofSeconds(2);

    /**
     * @param definition what it was begun for
     * @param from earlier awards are not on the board; null: all are
     * @param position how far it has come, as JSON; null: not begun
     */
    public record Fill(
            String board,
            String definition,
            Instant begunAt,
            @Nullable Instant from,
            @Nullable String position,
            boolean done) {

        /** Whether a board needs no further entries: it is filled, by its present definition. */
        public boolean completes(BoardRule rule) {
            return done && board.equals(rule.name()) && definition.equals(FillTable.definition(rule));
        }
    }

    private final JdbcClient jdbc;
    private final LoadingCache<BoardRule, Boolean> underWay =
            Caffeine.newBuilder().expireAfterWrite(CACHE_EXPIRY).build(this::readUnderWay);

    /** For when MySQL is away. */
    private final Set<String> done = ConcurrentHashMap.newKeySet();

    FillTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Whether a board may lack earlier awards, as its fill has not ended. The answer is at most two seconds old. */
    public boolean isUnderWay(BoardRule board) {
        return board.isFed()
                && Outage.withFallback(() -> underWay.get(board), () -> Optional.of(!done.contains(board.name())));
    }

    private boolean readUnderWay(BoardRule board) {
        boolean ended = find(board).filter(Fill::done).isPresent();
        if (ended) {
            done.add(board.name());
        } else {
            done.remove(board.name());
        }
        return !ended;
    }

    /** The fill of a board by its present definition; empty if it has not begun. */
    public Optional<Fill> find(BoardRule board) {
        return jdbc.sql("SELECT * FROM board_fill WHERE board = ? AND definition = ?")
                .params(board.name(), definition(board))
                .query(FillTable::read)
                .optional();
    }

    /** The fills of all boards, also of those that are no longer fed. */
    public List<Fill> all() {
        return jdbc.sql("SELECT * FROM board_fill").query(FillTable::read).list();
    }

    private static Fill read(ResultSet row, int number) throws SQLException {
        return new Fill(
                row.getString("board"),
                row.getString("definition"),
                Utc.instant(row, "begun_at"),
                Utc.nullableInstant(row, "from_at"),
                row.getString("position"),
                row.getObject("done_at") != null);
    }

    /** What decides which awards are on a board. */
    private static String definition(BoardRule board) {
        return "%s %s %d %s".formatted(board.scores(), board.cycle(), board.days(), board.startsAt());
    }

    /** Begins a fill, in place of any other of the board. */
    public void begin(BoardRule board, @Nullable Instant from, Instant now) {
        jdbc.sql("""
                        INSERT INTO board_fill (board, definition, begun_at, from_at)
                        VALUES (:board, :definition, :now, :from)
                        ON DUPLICATE KEY UPDATE definition = VALUES(definition), begun_at = VALUES(begun_at),
                            from_at = VALUES(from_at), position = NULL, done_at = NULL
                        """)
                .param("board", board.name())
                .param("definition", definition(board))
                .param("now", Utc.column(now))
                .param("from", Utc.nullableColumn(from))
                .update();
        underWay.invalidate(board);
    }

    /** Repeats a fill, under another begin. No instance has to learn of the board before. */
    public void restart(BoardRule board) {
        jdbc.sql("""
                        UPDATE board_fill
                           SET begun_at = TIMESTAMPADD(MICROSECOND, 1000, begun_at), position = NULL, done_at = NULL
                         WHERE board = ?
                        """).param(board.name()).update();
        underWay.invalidate(board);
    }

    public void move(Fill fill, String position) {
        jdbc.sql("UPDATE board_fill SET position = ? WHERE board = ? AND begun_at = ?")
                .params(position, fill.board(), Utc.column(fill.begunAt()))
                .update();
    }

    public void end(Fill fill, Instant now) {
        jdbc.sql("UPDATE board_fill SET done_at = ? WHERE board = ? AND begun_at = ?")
                .params(Utc.column(now), fill.board(), Utc.column(fill.begunAt()))
                .update();
        underWay.invalidateAll();
    }

    /** Forgets the fill of a board that is no longer fed: when it comes back, it lacks the awards since. */
    public void forget(Fill fill) {
        jdbc.sql("DELETE FROM board_fill WHERE board = ? AND begun_at = ?")
                .params(fill.board(), Utc.column(fill.begunAt()))
                .update();
    }
}
