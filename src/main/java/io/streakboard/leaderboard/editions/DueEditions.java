package io.streakboard.leaderboard.editions;

import io.streakboard.leaderboard.editions.EditionTable.EditionRow;
import io.streakboard.time.Utc;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The editions whose time has come, in the table {@code board_edition}: to be closed when their period ends, then to be
 * sealed, made final or removed when their retention does.
 */
@Repository
public class DueEditions {

    /** A period of a board with its rankings, one for each partition. */
    public record EndingPeriod(String board, String period, Instant endsAt, long rankings) {}

    /** Longer than readers cache an edition that was not final. */
    private static final Duration CACHE_EXPIRY = Duration.ofSeconds(10);

    private final JdbcClient jdbc;
    private final EditionTable table;

    DueEditions(JdbcClient jdbc, EditionTable table) {
        this.jdbc = jdbc;
        this.table = table;
    }

    /** The editions that have ended by an instant and are not closed. */
    public List<EditionRow> ended(Instant by, int limit) {
        return table.rows("""
                        closed_at IS NULL AND ends_at <= ? AND replaced_at IS NULL AND removed_at IS NULL
                         ORDER BY ends_at, id LIMIT ?
                        """, Utc.column(by), limit);
    }

    /** The periods of at least some days that end between two instants, the next end first. Windows are left out. */
    public List<EndingPeriod> ending(Instant from, Instant to, int days, int limit) {
        return jdbc.sql("""
                        SELECT board, period_key, ends_at, COUNT(*) AS rankings FROM board_edition
                         WHERE closed_at IS NULL AND ends_at > :from AND ends_at <= :to
                           AND replaced_at IS NULL AND removed_at IS NULL AND series_id IS NULL
                           AND (starts_at IS NULL OR starts_at <= ends_at - INTERVAL :days DAY)
                         GROUP BY board, period_key, ends_at ORDER BY ends_at, board LIMIT :limit
                        """)
                .param("from", Utc.column(from))
                .param("to", Utc.column(to))
                .param("days", days)
                .param("limit", limit)
                .query((row, number) -> new EndingPeriod(
                        row.getString("board"),
                        row.getString("period_key"),
                        Utc.instant(row, "ends_at"),
                        row.getLong("rankings")))
                .list();
    }

    /** Closes an edition; false if it was closed already. */
    public boolean close(long id, Instant now) {
        return jdbc.sql("UPDATE board_edition SET closed_at = ? WHERE id = ? AND closed_at IS NULL")
                        .params(Utc.column(now), id)
                        .update()
                == 1;
    }

    /**
     * The closed editions whose retention has ended by an instant, except editions still waiting for their final
     * ranking.
     *
     * @param keeping the boards that keep final rankings
     */
    public List<EditionRow> outlived(Instant by, Collection<String> keeping, int limit) {
        return ofBoards(keeping, """
                kept_until <= :by AND (closed_at IS NOT NULL OR replaced_at IS NOT NULL OR final_at IS NOT NULL)
                   AND (final_at <= :by - INTERVAL %d SECOND
                        OR f.edition_id IS NULL AND (replaced_at IS NOT NULL OR board NOT IN (:boards)))
                 ORDER BY kept_until, id LIMIT :limit
                """.formatted(CACHE_EXPIRY.toSeconds()), by, limit);
    }

    /**
     * The closed editions of boards whose retention has ended by an instant and that are not sealed, without boards that
     * are being filled from the ledger.
     */
    public List<EditionRow> unsealed(Instant by, Collection<String> boards, int limit) {
        return ofBoards(boards, """
                kept_until <= :by AND closed_at IS NOT NULL AND replaced_at IS NULL AND removed_at IS NULL
                   AND board IN (:boards) AND f.edition_id IS NULL
                   AND NOT EXISTS (SELECT 1 FROM board_fill b WHERE b.board = board_edition.board AND done_at IS NULL)
                 ORDER BY kept_until, id LIMIT :limit
                """, by, limit);
    }

    /** The sealed editions of boards whose ranking is not final yet, fewest failures first. */
    public List<EditionRow> sealed(Instant by, Collection<String> boards, int limit) {
        return ofBoards(boards, """
                sealed_at <= :by AND board IN (:boards) AND final_at IS NULL ORDER BY tries, sealed_at, id LIMIT :limit
                """, by, limit);
    }

    /** @param where with {@code :boards}, {@code :by} and {@code :limit} */
    private List<EditionRow> ofBoards(Collection<String> boards, String where, Instant by, int limit) {
        return table.rows(
                where, Map.of("boards", boards.isEmpty() ? List.of("") : boards, "by", Utc.column(by), "limit", limit));
    }

    /** Keeps the scores of editions without an end until an instant. */
    public void keep(Collection<Long> ids, Instant keptUntil) {
        jdbc.sql("UPDATE board_edition SET kept_until = :keptUntil WHERE id IN (:ids) AND kept_until IS NULL")
                .param("keptUntil", Utc.column(keptUntil))
                .param("ids", ids)
                .update();
    }

    /** Keeps an edition for good, without scores. */
    public void keepForGood(long id) {
        jdbc.sql("UPDATE board_edition SET kept_until = NULL WHERE id = ?")
                .param(id)
                .update();
    }

    /**
     * Marks an edition as being removed, repeatedly if need be; false if it was sealed since, because its scores are
     * still needed.
     */
    public boolean beginRemoval(long id, Instant now) {
        return jdbc.sql("""
                        UPDATE board_edition SET removed_at = COALESCE(removed_at, ?)
                         WHERE id = ? AND NOT EXISTS (SELECT 1 FROM board_final f WHERE f.edition_id = board_edition.id)
                        """).params(Utc.column(now), id).update() > 0;
    }

    public void delete(long id) {
        jdbc.sql("DELETE FROM board_edition WHERE id = ?").param(id).update();
    }
}
