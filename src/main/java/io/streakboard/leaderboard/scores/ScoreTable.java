package io.streakboard.leaderboard.scores;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.streakboard.leaderboard.board.BoardRule;
import io.streakboard.leaderboard.board.BoardRule.Members;
import io.streakboard.leaderboard.board.BoardRule.Order;
import io.streakboard.leaderboard.board.Entry;
import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.board.Tiebreaker;
import io.streakboard.leaderboard.editions.StoredEdition;
import io.streakboard.leaderboard.scores.ScoreRow.ScoreKey;
import io.streakboard.time.Utc;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The scores of members, table {@code board_score}. A row is also the lock on its member's score. */
@Repository
public class ScoreTable {

    /** Connector/J then reads row by row, in constant memory. */
    private static final int STREAMING = Integer.MIN_VALUE;

    /**
     * @param partition empty for the ranking over all partitions
     * @param days as {@link DailyScores} writes them; null unless the board slides
     */
    record LearnerScore(
            String board,
            String period,
            String partition,
            long score,
            Instant reachedAt,
            @Nullable String extra,
            @Nullable String days) {}

    private static final String RANKED = """
            SELECT member, score, reached_at, extra FROM board_score
             WHERE edition_id = :edition AND reached_at IS NOT NULL AND NOT hidden ORDER BY %s LIMIT :most
            """;

    /** See {@link Tiebreaker}. */
    private static final String TIEBREAKER =
            ", LEFT(SHA2(CONCAT(:salt, member), 256), %d) DESC".formatted(Tiebreaker.LENGTH);

    private static final String SELECT = "SELECT " + ScoreColumns.ALL + " FROM board_score ";
    private static final String INSERT =
            "INSERT INTO board_score (" + ScoreColumns.ALL + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ";

    private final JdbcClient jdbc;
    private final JdbcTemplate batches;

    ScoreTable(JdbcClient jdbc, JdbcTemplate batches) {
        this.jdbc = jdbc;
        this.batches = batches;
    }

    /** The score of a member on an edition; empty if there is none. */
    public Optional<Score> find(StoredEdition edition, String member) {
        return jdbc.sql(SELECT + "WHERE edition_id = ? AND member = ? AND reached_at IS NOT NULL")
                .params(edition.scores(), member)
                .query((row, number) -> ScoreColumns.read(row).shown(edition))
                .optional();
    }

    /**
     * Hands over all scores of an edition, in constant memory. Scores that are hidden or removed are
     * not ranked.
     */
    void forEach(StoredEdition edition, Consumer<Score> to) {
        jdbc.sql(SELECT + "WHERE edition_id = ? ORDER BY member")
                .param(edition.scores())
                .withFetchSize(STREAMING)
                .query(row -> {
                    var read = ScoreColumns.read(row);
                    if (read.concerns(edition)) {
                        to.accept(read.shown(edition));
                    }
                });
    }

    /**
     * Hands over the ranked scores of an edition, best first, in constant memory. Members with equal scores and times
     * come in the order of Redis: learners by the tiebreaker, other members by descending bytes.
     */
    public void forEachRanked(StoredEdition edition, Consumer<Entry> to) {
        var place = new AtomicLong();
        jdbc.sql(RANKED.formatted(order(edition.board())))
                .param("edition", edition.id())
                .param("salt", edition.edition().tiebreaker().salt())
                .param("most", most(edition.board()))
                .withFetchSize(STREAMING)
                .query(row -> {
                    to.accept(new Entry(
                            place.incrementAndGet(),
                            row.getString("member"),
                            row.getLong("score"),
                            Utc.instant(row, "reached_at"),
                            row.getString("extra"),
                            null));
                });
    }

    private static String order(BoardRule rule) {
        var time = switch (rule.ties()) {
            case FIRST -> ", reached_at";
            case LAST -> ", reached_at DESC";
            case NONE -> "";
        };
        return (rule.order() == Order.DESCENDING ? "score DESC" : "score")
                + time
                + (rule.members() == Members.LEARNER ? TIEBREAKER + ", LENGTH(member), member" : ", member DESC");
    }

    private static long most(BoardRule rule) {
        return rule.keep() == 0 ? Long.MAX_VALUE : rule.keep();
    }

    /** Number of ranked members of an edition, and the sum of their scores, which may exceed a {@code long}. */
    public record ScoreSum(long members, BigInteger scores) {

        public static final ScoreSum NONE = new ScoreSum(0, BigInteger.ZERO);

        public ScoreSum plus(long score) {
            return new ScoreSum(members + 1, scores.add(BigInteger.valueOf(score)));
        }
    }

    public ScoreSum ranked(StoredEdition edition) {
        return jdbc.sql("""
                        SELECT COUNT(*) AS members, COALESCE(SUM(score), 0) AS scores FROM (
                            SELECT score FROM board_score
                             WHERE edition_id = ? AND reached_at IS NOT NULL AND NOT hidden
                             ORDER BY score %s LIMIT ?) best
                        """.formatted(edition.board().order() == Order.DESCENDING ? "DESC" : "ASC"))
                .params(edition.id(), most(edition.board()))
                .query(ScoreSum.class)
                .single();
    }

    /**
     * Changes with each change of an edition that takes no scores, because every action of an admin raises corrections
     * or scores.
     */
    public String fingerprint(long edition) {
        return jdbc.sql("""
                        SELECT CONCAT_WS(' ', COUNT(*), SUM(score), SUM(corrections)) FROM board_score
                         WHERE edition_id = ?
                        """).param(edition).query(String.class).single();
    }

    /** The rows of some members of an edition. */
    List<ScoreRow> among(long edition, Collection<String> members) {
        return jdbc.sql(SELECT + "FORCE INDEX (PRIMARY) WHERE edition_id = :edition AND member IN (:members)")
                .param("edition", edition)
                .param("members", members)
                .query((row, number) -> ScoreColumns.read(row))
                .list();
    }

    /**
     * Reads the existing rows and locks them until the transaction ends, in the order of their keys, so that
     * transactions do not deadlock.
     */
    public Map<ScoreKey, ScoreRow> lock(SortedSet<ScoreKey> keys) {
        var rows = new HashMap<ScoreKey, ScoreRow>();
        if (!keys.isEmpty()) {
            var members = keys.stream().collect(groupingBy(ScoreKey::edition, mapping(ScoreKey::member, toList())));
            var parameters = new HashMap<String, Object>();
            members.forEach((edition, names) -> parameters.put("of" + edition, names));
            jdbc.sql(SELECT + "FORCE INDEX (PRIMARY) WHERE "
                            + members.keySet().stream()
                                    .map(edition -> "edition_id = %d AND member IN (:of%d)".formatted(edition, edition))
                                    .collect(joining(" OR "))
                            + " ORDER BY edition_id, member FOR UPDATE")
                    .params(parameters)
                    .query(row -> {
                        var read = ScoreColumns.read(row);
                        rows.put(read.key(), read);
                    });
        }
        return rows;
    }

    /** The rows of a member on all editions of a board. */
    List<ScoreRow> of(String board, String member) {
        return jdbc.sql("""
                        SELECT STRAIGHT_JOIN %s
                          FROM board_edition e JOIN board_score s FORCE INDEX (PRIMARY)
                            ON s.edition_id = e.id AND s.member = ?
                         WHERE e.board = ? ORDER BY e.id
                        """.formatted(ScoreColumns.ALL))
                .params(member, board)
                .query((row, number) -> ScoreColumns.read(row))
                .list();
    }

    /** The scores of a learner on all boards. */
    List<LearnerScore> ofLearner(Collection<String> boards, long learner) {
        return jdbc.sql("""
                        SELECT STRAIGHT_JOIN e.board, e.period_key, e.partition_key, s.score, s.reached_at, s.extra,
                               s.days
                          FROM board_edition e
                          JOIN board_score s FORCE INDEX (PRIMARY) ON s.edition_id = e.id AND s.member = :member
                         WHERE e.board IN (:boards) AND s.reached_at IS NOT NULL ORDER BY e.board, e.id
                        """)
                .param("member", Long.toString(learner))
                .param("boards", boards)
                .query((row, number) -> new LearnerScore(
                        row.getString("board"),
                        row.getString("period_key"),
                        row.getString("partition_key"),
                        row.getLong("score"),
                        Utc.instant(row, "reached_at"),
                        row.getString("extra"),
                        row.getString("days")))
                .list();
    }

    /** Adds rows; fails if one of them exists. */
    public void insert(Collection<ScoreRow> rows) {
        write(INSERT, rows);
    }

    /** Adds or replaces rows. */
    public void put(Collection<ScoreRow> rows) {
        write(INSERT + """
                ON DUPLICATE KEY UPDATE score = VALUES(score), reached_at = VALUES(reached_at),
                    occurred_at = VALUES(occurred_at), corrections = VALUES(corrections), extra = VALUES(extra),
                    hidden = VALUES(hidden), days = VALUES(days), closing_until = VALUES(closing_until),
                    closing_score = VALUES(closing_score), closing_reached_at = VALUES(closing_reached_at)
                """, rows);
    }

    private void write(String sql, Collection<ScoreRow> rows) {
        if (!rows.isEmpty()) {
            batches.batchUpdate(sql, rows, rows.size(), ScoreColumns::set);
        }
    }

    /** Deletes a member's empty rows on a board. */
    void deleteForgotten(String board, String member) {
        of(board, member).stream()
                .filter(ScoreRow::isForgotten)
                .map(ScoreRow::key)
                .forEach(key -> jdbc.sql("DELETE FROM board_score WHERE edition_id = ? AND member = ?")
                        .params(key.edition(), key.member())
                        .update());
    }

    /**
     * Looks at the next rows of the edition of a sliding board, in the order of members, and deletes rows whose last
     * day is before {@code day}. The time of a row's score is no criterion, because the best score may be older than
     * the last day.
     *
     * @param after where the last call ended; empty to begin
     * @param most number of rows to check
     * @return the last checked member; empty if no row is left
     */
    Optional<String> deleteBefore(long edition, LocalDate day, String after, int most) {
        var last = jdbc.sql("""
                        SELECT MAX(member) FROM (
                            SELECT member FROM board_score WHERE edition_id = ? AND member > ?
                             ORDER BY member LIMIT ?) m
                        """)
                .params(edition, after, most)
                .query((row, number) -> Optional.ofNullable(row.getString(1)))
                .single();
        last.ifPresent(member ->
                jdbc.sql("""
                        DELETE FROM board_score
                         WHERE edition_id = ? AND member > ? AND member <= ? AND SUBSTRING_INDEX(days, ',', -1) < ?
                        """).params(edition, after, member, day.toString()).update());
        return last;
    }

    /** Whether a member of the edition of a sliding board has a score. */
    boolean hasDays(long edition) {
        return jdbc.sql("SELECT EXISTS (SELECT 1 FROM board_score WHERE edition_id = ? AND days IS NOT NULL)")
                .param(edition)
                .query(Boolean.class)
                .single();
    }

    /** The greatest score on a board; 0 without scores. */
    public long greatest(String board) {
        return jdbc.sql("""
                        SELECT COALESCE(MAX(s.score), 0)
                          FROM board_edition e JOIN board_score s ON s.edition_id = e.id WHERE e.board = ?
                        """).param(board).query(Long.class).single();
    }

    /** The number of scores on all editions of a board. */
    public long count(String board) {
        return jdbc.sql("""
                        SELECT COUNT(*) FROM board_edition e JOIN board_score s ON s.edition_id = e.id WHERE e.board = ?
                        """).param(board).query(Long.class).single();
    }

    /** Deletes some rows of an edition; returns how many. */
    int delete(long edition, int most) {
        return jdbc.sql("DELETE FROM board_score WHERE edition_id = ? LIMIT ?")
                .params(edition, most)
                .update();
    }
}
