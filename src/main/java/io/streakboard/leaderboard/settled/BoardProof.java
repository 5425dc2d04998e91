package io.streakboard.leaderboard.settled;

import io.streakboard.leaderboard.board.Score;
import io.streakboard.leaderboard.board.ScorePacking;
import io.streakboard.leaderboard.board.Standing;
import io.streakboard.points.PointsTotals;
import io.streakboard.points.PointsTotals.LearnerRange;
import io.streakboard.points.PointsTotals.ParallelRanges;
import io.streakboard.points.Total;
import io.streakboard.time.Utc;
import java.util.ArrayList;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.stereotype.Component;

/**
 * Compares each rank of a table with the next one, and with the total of its learner. Each statement takes a limited
 * number of ranks, so none takes long.
 */
@Component
public class BoardProof {

    private static final int BATCH = 10_000;

    /** Rank, points and second of each row as one text, read in half the time of a self-join of the table. */
    private static final String RANKS = """
            /*M! SET STATEMENT group_concat_max_len = 1048576 FOR */
            SELECT /*+ SET_VAR(group_concat_max_len = 1048576) */
                   COUNT(*) AS ranks, GROUP_CONCAT(id, ',', points, ',',
                       TIMESTAMPDIFF(SECOND, TIMESTAMP(:start), reached_at), ';' SEPARATOR '') AS text
              FROM %s FORCE INDEX (PRIMARY) WHERE id BETWEEN :first AND :last
            """;

    /**
     * Learner, points and second as one text, from the learners' key and from the totals, both read in the order of
     * learners. That takes half the time of looking up each total. Equal texts prove equal rows. If they differ, even
     * if only by order or length, ranks and learners are looked up one by one.
     */
    private static final String SAME = """
            /*M! SET STATEMENT group_concat_max_len = 1048576 FOR */
            SELECT /*+ SET_VAR(group_concat_max_len = 1048576) */
                   ((SELECT CAST(GROUP_CONCAT(user_id, ',', points, ',', reached_at) AS BINARY)
                       FROM %s FORCE INDEX (by_learner) WHERE user_id BETWEEN :firstLearner AND :lastLearner)
                  = (SELECT CAST(GROUP_CONCAT(user_id, ',', points, ',', COALESCE(LEFT(reached_at, 19), ''), '.000')
                                AS BINARY) AS text
                       FROM %s WHERE user_id BETWEEN :firstLearner AND :lastLearner AND points > 0
                     HAVING LENGTH(text) < @@group_concat_max_len)) IS TRUE
            """;

    /**
     * Rounds the total's instant like {@link ScorePacking}: whole seconds, not before the season's start, not after the
     * last second that a score can hold.
     */
    private static final String DIFFERENT = """
            SELECT COUNT(*) AS count, MIN(b.id) AS first
              FROM %s b FORCE INDEX (by_learner) LEFT JOIN %s t ON t.user_id = b.user_id
             WHERE b.user_id BETWEEN :firstLearner AND :lastLearner
               AND (b.points > 0 AND b.points = t.points
                    AND b.reached_at = TIMESTAMP(:start) + INTERVAL
                        LEAST(GREATEST(TIMESTAMPDIFF(SECOND, TIMESTAMP(:start), t.reached_at), 0), :latest) SECOND
                   ) IS NOT TRUE
            """;

    /** Learners with a total but not exactly one rank. */
    private static final String NOT_ONCE = """
            SELECT COUNT(*) AS count, MIN(learner) AS first FROM (
                SELECT t.user_id AS learner
                  FROM %2$s t LEFT JOIN %1$s b FORCE INDEX (by_learner) ON b.user_id = t.user_id
                 WHERE t.user_id BETWEEN :firstLearner AND :lastLearner AND t.points > 0
                 GROUP BY t.user_id HAVING COUNT(b.id) <> 1) n
            """;

    /** Mismatches in one or more ranges of learners: ranks that differ, and learners without exactly one rank. */
    private record Mismatches(MismatchCount ranks, MismatchCount learners) {

        static final Mismatches NONE = new Mismatches(MismatchCount.NONE, MismatchCount.NONE);

        Mismatches and(Mismatches other) {
            return new Mismatches(ranks.and(other.ranks), learners.and(other.learners));
        }
    }

    private record MismatchCount(long count, @Nullable Long first) {

        static final MismatchCount NONE = new MismatchCount(0, null);

        MismatchCount and(MismatchCount other) {
            return new MismatchCount(
                    count + other.count,
                    first == null || other.first != null && other.first < first ? other.first : first);
        }
    }

    private final JdbcClient jdbc;
    private final BoardTable tables;
    private final PointsTotals totals;

    BoardProof(JdbcClient jdbc, BoardTable tables, PointsTotals totals) {
        this.jdbc = jdbc;
        this.tables = tables;
        this.totals = totals;
    }

    /** Ranks that are worse than the next one, by points or by time. */
    public Optional<String> disorder(SettlementSource subject) {
        var order = new RankOrder();
        long ranks = tables.lastRank(subject.table());
        for (long first = 1; first <= ranks; first += BATCH) {
            jdbc.sql(RANKS.formatted(subject.table()))
                    .param("start", Utc.column(subject.packing().start()))
                    .param("first", first)
                    .param("last", first + BATCH - 1)
                    .query(row -> {
                        var text = row.getBytes("text");
                        order.read(row.getLong("ranks"), text == null ? new byte[0] : text);
                    });
        }
        return order.beforeFirstWrong().stream()
                .mapToObj(before -> "%d ranks are out of order, first: table %s"
                        .formatted(order.wrong(), tables.ranks(subject.table(), before, before + 1)))
                .findFirst();
    }

    /** Ranks that differ from their learner's total, and learners without exactly one rank. */
    public Optional<String> difference(SettlementSource subject, ParallelRanges ranges) {
        var found = ranges.each(range -> compare(subject, range)).stream().reduce(Mismatches.NONE, Mismatches::and);
        var differences = new ArrayList<String>();
        var ranks = found.ranks();
        if (ranks.first() != null) {
            differences.add("%d ranks differ from the totals, first: %s"
                    .formatted(ranks.count(), both(subject, ranks.first())));
        }
        var learners = found.learners();
        if (learners.first() != null) {
            differences.add("%d learners have no rank or more than one, first: learner=%d"
                    .formatted(learners.count(), learners.first()));
        }
        return differences.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", differences));
    }

    private Mismatches compare(SettlementSource subject, LearnerRange range) {
        return statement(subject, range, SAME).query(Boolean.class).single()
                ? Mismatches.NONE
                : new Mismatches(found(subject, range, DIFFERENT), found(subject, range, NOT_ONCE));
    }

    private MismatchCount found(SettlementSource subject, LearnerRange range, String sql) {
        return statement(subject, range, sql).query(MismatchCount.class).single();
    }

    private StatementSpec statement(SettlementSource subject, LearnerRange range, String sql) {
        return jdbc.sql(sql.formatted(
                        subject.table(), PointsTotals.table(subject.season().id())))
                .param("start", Utc.column(subject.packing().start()))
                .param("latest", subject.packing().latest())
                .param("firstLearner", range.first())
                .param("lastLearner", range.last());
    }

    private String both(SettlementSource subject, long rank) {
        var shown = tables.ranks(subject.table(), rank, rank).getFirst();
        var expected = totals.of(subject.season().id(), shown.learner())
                .map(total -> standing(subject.packing(), rank, total));
        return "table " + shown + ", totals " + expected.map(Standing::toString).orElse("nothing");
    }

    private static @Nullable Standing standing(ScorePacking packing, long rank, Total total) {
        long packed =
                packing.pack(Score.ofLearner(total.learner(), total.points(), total.reachedAt(), total.corrections()));
        return packed == ScorePacking.NOT_RANKED ? null : packing.standing(rank, total.learner(), packed);
    }
}
