package io.streakboard.leaderboard;

import io.streakboard.points.PointsTotals;
import io.streakboard.points.Total;
import io.streakboard.time.Utc;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Compares each rank of a table with the next one, and with the total of its learner. Some ranks to a statement: none
 * takes long, however many ranks there are.
 */
@Component
class BoardProof {

    private static final int RANKS_A_STATEMENT = 100_000;

    private static final String OUT_OF_ORDER = """
            SELECT COUNT(*) AS ranks, MIN(b.id) AS first
              FROM %1$s b STRAIGHT_JOIN %1$s next ON next.id = b.id + 1
             WHERE b.id BETWEEN :first AND :last
               AND (next.points > b.points OR next.points = b.points AND next.reached_at < b.reached_at)
            """;

    /**
     * Ranks are in no order of learners, so totals are looked up all over their table. MariaDB sorts the look-ups first
     * if it is told to, which halves the time; to MySQL that is a comment.
     *
     * <p>The instant is the one that {@link BoardScore} makes of the total's: whole seconds, none before the season's
     * start, none after the last that a score can tell.
     */
    private static final String DIFFERENT = """
            /*M! SET STATEMENT join_cache_level = 6, join_buffer_size = 8388608, join_buffer_space_limit = 33554432,
                    optimizer_switch = 'mrr=on,mrr_sort_keys=on' FOR */
            SELECT COUNT(*) AS ranks, MIN(b.id) AS first
              FROM %s b LEFT JOIN %s t ON t.user_id = b.user_id
             WHERE b.id BETWEEN :first AND :last
               AND (b.points > 0 AND b.points = t.points
                    AND b.reached_at = TIMESTAMP(:start) + INTERVAL
                        LEAST(GREATEST(TIMESTAMPDIFF(SECOND, TIMESTAMP(:start), t.reached_at), 0), :latest) SECOND
                   ) IS NOT TRUE
            """;

    private record Found(long ranks, @Nullable Long first) {

        Found and(Found later) {
            return new Found(ranks + later.ranks, first == null ? later.first : first);
        }
    }

    @FunctionalInterface
    private interface Search {
        Found in(long first, long last);
    }

    private final JdbcClient jdbc;
    private final BoardTable table;
    private final PointsTotals totals;

    BoardProof(JdbcClient jdbc, BoardTable table, PointsTotals totals) {
        this.jdbc = jdbc;
        this.table = table;
        this.totals = totals;
    }

    /** Ranks that the next one should be before: it has more points, or as many and earlier. */
    Optional<String> disorder(BoardCopy copy) {
        var found = search(
                copy,
                (first, last) -> jdbc.sql(OUT_OF_ORDER.formatted(copy.table()))
                        .param("first", first)
                        .param("last", last)
                        .query(Found.class)
                        .single());
        return Optional.ofNullable(found.first())
                .map(first -> "%d ranks are out of order, first: table %s"
                        .formatted(found.ranks(), table.ranks(copy.table(), first, first + 1)));
    }

    /** Ranks that are not what the total of their learner says. */
    Optional<String> difference(BoardCopy copy) {
        var score = BoardScore.of(copy.season());
        var found = search(
                copy,
                (first, last) -> jdbc.sql(DIFFERENT.formatted(
                                copy.table(), PointsTotals.table(copy.season().id())))
                        .param("first", first)
                        .param("last", last)
                        .param("start", Utc.column(score.start()))
                        .param("latest", score.latest())
                        .query(Found.class)
                        .single());
        return Optional.ofNullable(found.first())
                .map(first -> "%d ranks differ from the totals, first: %s"
                        .formatted(found.ranks(), both(copy, score, first)));
    }

    private Found search(BoardCopy copy, Search search) {
        var found = new Found(0, null);
        long ranks = table.lastRank(copy.table());
        for (long first = 1; first <= ranks; first += RANKS_A_STATEMENT) {
            found = found.and(search.in(first, first + RANKS_A_STATEMENT - 1));
        }
        return found;
    }

    private String both(BoardCopy copy, BoardScore score, long rank) {
        var shown = table.ranks(copy.table(), rank, rank).getFirst();
        var expected = totals.of(copy.season().id(), shown.learner()).map(total -> standing(score, rank, total));
        return "table " + shown + ", totals " + expected.map(Standing::toString).orElse("nothing");
    }

    private static @Nullable Standing standing(BoardScore score, long rank, Total total) {
        if (total.reachedAt() == null || total.points() <= 0) {
            return null;
        }
        long packed = score.pack(total.points(), total.reachedAt());
        return new Standing(rank, total.learner(), score.points(packed), score.reachedAt(packed));
    }
}
