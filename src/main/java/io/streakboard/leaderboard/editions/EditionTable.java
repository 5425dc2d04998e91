package io.streakboard.leaderboard.editions;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.Edition;
import io.streakboard.leaderboard.board.Period;
import io.streakboard.leaderboard.board.Tiebreaker;
import io.streakboard.leaderboard.board.Tiebreakers;
import io.streakboard.leaderboard.editions.EditionCache.EditionName;
import io.streakboard.leaderboard.editions.StoredEdition.Seal;
import io.streakboard.time.Utc;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The rankings of boards, table {@code board_edition}. {@link DueEditions} has the ends of their lives. */
@Repository
public class EditionTable {

    /**
     * @param partition empty for the ranking over all partitions
     * @param replacedAt when it was reset
     * @param removedAt when its scores began to be removed
     * @param series for a window: the edition that has its scores
     */
    public record EditionRow(
            long id,
            String board,
            Period period,
            String partition,
            int version,
            @Nullable Instant keptUntil,
            @Nullable Instant replacedAt,
            @Nullable Instant removedAt,
            @Nullable Long series,
            @Nullable Seal seal,
            Tiebreaker tiebreaker) {

        /** Whether the edition was neither reset nor removed. */
        boolean isShown() {
            return replacedAt == null && removedAt == null;
        }

        StoredEdition of(BoardRule rule) {
            var edition = Edition.of(rule, id, period, EditionName.partition(partition), tiebreaker);
            return new StoredEdition(id, edition, version, keptUntil, series, seal);
        }
    }

    private static final Instant NEVER = Instant.parse("9000-01-01T00:00:00Z");

    private static final String SELECT = """
            SELECT board_edition.*, f.edition_id AS sealed, f.ascending, f.members, f.tries
              FROM board_edition LEFT JOIN board_final f ON f.edition_id = board_edition.id
             WHERE\s""";

    private final JdbcClient jdbc;
    private final Tiebreakers tiebreakers;

    EditionTable(JdbcClient jdbc, Tiebreakers tiebreakers) {
        this.jdbc = jdbc;
        this.tiebreakers = tiebreakers;
    }

    /** Fails if an edition of that name and version exists. */
    void insert(
            String board,
            Period period,
            String partition,
            int version,
            @Nullable Instant keptUntil,
            Instant now,
            @Nullable Long series) {
        jdbc.sql("""
                        INSERT INTO board_edition (board, period_key, partition_key, version, starts_at, ends_at,
                            kept_until, created_at, series_id)
                        VALUES (:board, :period, :partition, :version, :startsAt, :endsAt,
                            :keptUntil, :now, :series)
                        """)
                .param("series", series)
                .param("board", board)
                .param("period", period.key())
                .param("partition", partition)
                .param("version", version)
                .param("startsAt", Utc.nullableColumn(period.startsAt()))
                .param("endsAt", Utc.nullableColumn(period.endsAt()))
                .param("keptUntil", Utc.nullableColumn(keptUntil))
                .param("now", Utc.column(now))
                .update();
    }

    public Optional<EditionRow> newest(String board, String period, String partition) {
        return rows(
                        "board = ? AND period_key = ? AND partition_key = ? ORDER BY version DESC LIMIT 1",
                        board,
                        period,
                        partition)
                .stream()
                .findFirst();
    }

    /** The newest versions of a board's editions of a period, in some partitions. */
    List<EditionRow> newest(String board, String period, Collection<String> partitions) {
        return jdbc.sql(SELECT + """
                        board = :board AND period_key = :period AND partition_key IN (:partitions)
                           AND version = (SELECT MAX(version) FROM board_edition o
                                           WHERE o.board = board_edition.board
                                             AND o.period_key = board_edition.period_key
                                             AND o.partition_key = board_edition.partition_key)
                        """)
                .param("board", board)
                .param("period", period)
                .param("partitions", partitions)
                .query(this::read)
                .list();
    }

    Optional<EditionRow> find(String board, String period, String partition, int version) {
        return rows(
                        "board = ? AND period_key = ? AND partition_key = ? AND version = ?",
                        board,
                        period,
                        partition,
                        version)
                .stream()
                .findFirst();
    }

    Optional<EditionRow> find(long id) {
        return rows("id = ?", id).stream().findFirst();
    }

    /** The editions of a board made before a given one, newest first. */
    List<EditionRow> before(String board, long id, boolean windows, int limit) {
        return rows("""
                        board = ? AND id < ? AND removed_at IS NULL AND (series_id IS NOT NULL OR NOT ?)
                         ORDER BY id DESC LIMIT ?
                        """, board, id, windows, limit);
    }

    /** The newest versions of a board's editions of a period, in all partitions. */
    List<EditionRow> ofPeriod(String board, String period) {
        return rows("board = ? AND period_key = ? AND replaced_at IS NULL AND removed_at IS NULL", board, period);
    }

    /** The newest versions of a board's editions of one partition, latest period first. */
    List<EditionRow> ofPartition(String board, String partition, boolean windows, int limit) {
        return rows("""
                        board = ? AND partition_key = ? AND replaced_at IS NULL AND removed_at IS NULL
                           AND (series_id IS NOT NULL OR NOT ?)
                         ORDER BY ends_at IS NULL DESC, ends_at DESC LIMIT ?
                        """, board, partition, windows, limit);
    }

    List<EditionRow> rows(String where, Object... parameters) {
        return jdbc.sql(SELECT + where).params(parameters).query(this::read).list();
    }

    /** @param where with names of parameters */
    List<EditionRow> rows(String where, Map<String, ?> parameters) {
        return jdbc.sql(SELECT + where).params(parameters).query(this::read).list();
    }

    /** Reads only the key {@code by_name}. */
    List<String> partitions(String board, int limit) {
        return jdbc.sql("""
                        SELECT DISTINCT partition_key FROM board_edition
                         WHERE board = ? AND partition_key <> '' ORDER BY partition_key LIMIT ?
                        """)
                .params(board, limit)
                .query((row, number) -> row.getString(1))
                .list();
    }

    /** The number of partitions of a board in a period. Reset editions and series without scores do not count. */
    int partitions(String board, String period) {
        return jdbc.sql("""
                        SELECT COUNT(DISTINCT partition_key) FROM board_edition
                         WHERE board = ? AND period_key = ? AND partition_key <> ''
                           AND replaced_at IS NULL AND removed_at IS NULL
                           AND (period_key <> ? OR EXISTS (
                                    SELECT 1 FROM board_score WHERE edition_id = board_edition.id))
                        """)
                .params(board, period, StoredEdition.ALL_DAYS.key())
                .query(Integer.class)
                .single();
    }

    /** The number of partitions that a board got since an instant after the end of their periods, over all periods. */
    int madeLate(String board, Instant since) {
        return jdbc.sql("""
                        SELECT COUNT(*) FROM board_edition
                         WHERE board = ? AND partition_key <> '' AND created_at >= ends_at AND created_at > ?
                           AND series_id IS NULL
                        """)
                .params(board, Utc.column(since))
                .query(Integer.class)
                .single();
    }

    /**
     * The editions with greater ids that were made before an instant: first running ones, then ended ones, each sorted
     * by how near their end is; reset editions come last.
     */
    public List<Long> after(long id, Instant madeBefore, Instant now) {
        return jdbc.sql("""
                        SELECT id FROM board_edition
                         WHERE id > :id AND created_at < :madeBefore AND removed_at IS NULL
                           AND id NOT IN (SELECT edition_id FROM board_final WHERE final_at IS NOT NULL)
                         ORDER BY replaced_at IS NOT NULL, COALESCE(ends_at <= :now, FALSE), ends_at IS NULL,
                               ABS(TIMESTAMPDIFF(SECOND, ends_at, :now)), id
                        """)
                .param("id", id)
                .param("madeBefore", Utc.column(madeBefore))
                .param("now", Utc.column(now))
                .query((row, number) -> row.getLong(1))
                .list();
    }

    /** The number of a board's editions, and when the last one of them is removed; null without an end. */
    public record KeptEditions(long count, @Nullable Instant until) {}

    public KeptEditions kept(String board) {
        return jdbc.sql("""
                        SELECT COUNT(*), MAX(COALESCE(kept_until, '9999-01-01')) FROM board_edition
                         WHERE board = ? AND removed_at IS NULL AND period_key <> ?
                           AND id NOT IN (SELECT edition_id FROM board_final WHERE final_at IS NOT NULL)
                        """)
                .params(board, StoredEdition.ALL_DAYS.key())
                .query((row, number) -> {
                    var until = Utc.nullableInstant(row, 2);
                    return new KeptEditions(row.getLong(1), until == null || until.isAfter(NEVER) ? null : until);
                })
                .single();
    }

    /**
     * Changes how long the editions of a board are kept after their end.
     *
     * @param validFrom no edition is removed before
     */
    public void keep(String board, Duration retention, Instant validFrom) {
        jdbc.sql("""
                        UPDATE board_edition
                           SET kept_until = GREATEST(TIMESTAMPADD(SECOND, ?, ends_at), LEAST(kept_until, ?))
                         WHERE board = ? AND ends_at IS NOT NULL AND kept_until IS NOT NULL AND removed_at IS NULL
                        """)
                .params(retention.toSeconds(), Utc.column(validFrom), board)
                .update();
    }

    /**
     * Lets the editions of a board without periods begin and end with the board, unless they are sealed.
     *
     * @param validFrom none is removed before
     */
    public void bound(BoardRule board, Instant validFrom) {
        var end = board.endsAt();
        jdbc.sql("""
                        UPDATE board_edition SET starts_at = :startsAt, ends_at = :endsAt, kept_until = :keptUntil
                         WHERE board = :board AND replaced_at IS NULL AND removed_at IS NULL
                           AND NOT EXISTS (SELECT 1 FROM board_final f WHERE f.edition_id = board_edition.id)
                        """)
                .param("startsAt", Utc.nullableColumn(board.startsAt()))
                .param("endsAt", Utc.nullableColumn(end))
                .param(
                        "keptUntil",
                        Utc.nullableColumn(end == null ? null : later(end.plus(board.retention()), validFrom)))
                .param("board", board.name())
                .update();
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /** Editions in the given order, without removed ones. */
    public List<EditionRow> of(List<Long> ids) {
        return jdbc.sql(SELECT + "id IN (:ids) AND removed_at IS NULL ORDER BY FIELD(id, :ids)")
                .param("ids", ids)
                .query(this::read)
                .list();
    }

    /** The number of editions that take scores, being neither sealed nor reset nor removed. */
    long current(Collection<Long> ids) {
        return jdbc.sql("""
                        SELECT COUNT(*) FROM board_edition
                         WHERE id IN (:ids) AND replaced_at IS NULL AND removed_at IS NULL
                           AND NOT EXISTS (SELECT 1 FROM board_final f WHERE f.edition_id = board_edition.id)
                        """).param("ids", ids).query(Long.class).single();
    }

    /**
     * Stops editions from taking scores, and returns the number of stopped editions.
     *
     * @param keptUntil for editions without an end
     */
    int replace(Collection<Long> ids, Instant keptUntil, Instant now) {
        return jdbc.sql("""
                        UPDATE board_edition SET replaced_at = :now, kept_until = COALESCE(kept_until, :keptUntil)
                         WHERE id IN (:ids) AND replaced_at IS NULL AND removed_at IS NULL
                           AND NOT EXISTS (SELECT 1 FROM board_final f WHERE f.edition_id = board_edition.id)
                        """)
                .param("now", Utc.column(now))
                .param("keptUntil", Utc.column(keptUntil))
                .param("ids", ids)
                .update();
    }

    private EditionRow read(ResultSet row, int number) throws SQLException {
        return new EditionRow(
                row.getLong("id"),
                row.getString("board"),
                new Period(
                        row.getString("period_key"),
                        Utc.nullableInstant(row, "starts_at"),
                        Utc.nullableInstant(row, "ends_at")),
                row.getString("partition_key"),
                row.getInt("version"),
                Utc.nullableInstant(row, "kept_until"),
                Utc.nullableInstant(row, "replaced_at"),
                Utc.nullableInstant(row, "removed_at"),
                row.getObject("series_id", Long.class),
                seal(row),
                tiebreakers.of(Edition.tag(row.getLong("id"))));
    }

    private static @Nullable Seal seal(ResultSet row) throws SQLException {
        return row.getObject("sealed") == null
                ? null
                : new Seal(
                        row.getBoolean("ascending") ? Order.ASCENDING : Order.DESCENDING,
                        row.getObject("members", Long.class),
                        row.getInt("tries"));
    }
}
