package io.streakboard.leaderboard.seasons;

import io.streakboard.leaderboard.board.Standing;
import io.streakboard.leaderboard.live.FrozenRanking;
import io.streakboard.leaderboard.settled.BoardProof;
import io.streakboard.leaderboard.settled.BoardTable;
import io.streakboard.leaderboard.settled.SettlementSource;
import io.streakboard.points.PointsTotals.ParallelRanges;
import io.streakboard.points.PointsTotals.TotalsSum;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Service;

/** Copies boards into tables, page by page, and compares board and table. */
@Service
public class BoardArchiver {

    private static final int SAMPLES = 100;
    private static final int RANKS_A_SAMPLE = 10;

    private final StringRedisTemplate redis;
    private final BoardTable table;
    private final BoardProof proof;
    private final PointsBoard points;

    BoardArchiver(StringRedisTemplate redis, BoardTable table, BoardProof proof, PointsBoard points) {
        this.points = points;
        this.redis = redis;
        this.table = table;
        this.proof = proof;
    }

    /** Number of ranked learners. */
    public long members(SettlementSource board) {
        return set(board).members();
    }

    /**
     * Empties the table, before the first copy or after one that failed its proof. Commits the caller's transaction.
     */
    public void empty(SettlementSource board) {
        table.empty(board.table());
    }

    /** Copies a range of ranks, replacing rows of an earlier try, and returns its counts. */
    public TotalsSum copy(SettlementSource board, long firstRank, int size) {
        var standings = set(board).ranks(firstRank, size);
        table.write(board.table(), firstRank, firstRank + size - 1, standings);
        return new TotalsSum(
                standings.size(), standings.stream().mapToLong(Standing::points).sum());
    }

    /** Drops the learners' key that an earlier copy may have built. Commits the caller's transaction. */
    public void dropIndex(SettlementSource board) {
        table.dropIndex(board.table());
    }

    /** Builds the learners' key, once all ranks are there. */
    public void index(SettlementSource board) {
        table.index(board.table());
    }

    /** Finds a learner with more than one rank in the table, which needs the learners' key. */
    public Optional<String> twice(SettlementSource board) {
        return table.twice(board.table()).map(learner -> "learner=" + learner + " has two ranks");
    }

    /** The sums of the table, and its first and last rank. */
    public record BoardContent(TotalsSum sum, long firstRank, long lastRank) {

        public boolean gapless() {
            return firstRank == 1 && lastRank == sum.learners();
        }
    }

    /** Reads all rows. */
    public BoardContent content(SettlementSource board) {
        var name = board.table();
        return new BoardContent(table.sum(name), table.firstRank(name), table.lastRank(name));
    }

    /** A range of ranks of the table; fewer at its end. */
    public List<Standing> ranks(SettlementSource board, long first, int size) {
        return table.ranks(board.table(), first, first + size - 1);
    }

    /** The rank of a learner in the table, once it has the learners' key. */
    public Optional<Standing> rankOf(SettlementSource board, long learner) {
        var season = board.season().id();
        return Optional.ofNullable(table.ofLearner(List.of(season), learner).get(season));
    }

    /** Finds ranks of the table that are out of order by comparing each with the next. */
    public Optional<String> disorder(SettlementSource board) {
        return proof.disorder(board);
    }

    /**
     * Finds ranks of the table that differ from their learners' totals, and learners without exactly one rank. Compares
     * all; needs the learners' key.
     */
    public Optional<String> differenceFromTotals(SettlementSource board, ParallelRanges ranges) {
        return proof.difference(board, ranges);
    }

    /**
     * Compares the first, the last and a thousand random ranks of the table with the board, and returns a difference.
     */
    public Optional<String> differenceFromBoard(SettlementSource board) {
        var samples = samples(board);
        var expected = samples.stream()
                .flatMap(first -> set(board).ranks(first, RANKS_A_SAMPLE).stream())
                .distinct()
                .toList();
        var found = sampled(board, samples);
        if (found.equals(expected)) {
            return Optional.empty();
        }
        for (int i = 0; i < Math.min(found.size(), expected.size()); i++) {
            if (!found.get(i).equals(expected.get(i))) {
                return Optional.of("table " + found.get(i) + ", board " + expected.get(i));
            }
        }
        return Optional.of("table has " + found.size() + " of " + expected.size() + " ranks that the board has");
    }

    private List<Standing> sampled(SettlementSource board, TreeSet<Long> samples) {
        var ranks = samples.stream()
                .flatMap(
                        first -> LongStream.range(first, first + RANKS_A_SAMPLE).boxed())
                .distinct()
                .toList();
        return table.ranks(board.table(), ranks);
    }

    private TreeSet<Long> samples(SettlementSource board) {
        long last = Math.max(1, set(board).members() - RANKS_A_SAMPLE + 1);
        var firsts = new TreeSet<Long>();
        firsts.add(1L);
        firsts.add(last);
        ThreadLocalRandom.current().longs(SAMPLES, 1, last + 1).forEach(firsts::add);
        return firsts;
    }

    /** Takes a copy of the live board for a rehearsal, and makes an empty table like the season's. */
    public void prepare(SettlementSource rehearsal) {
        set(rehearsal).take();
        table.create(rehearsal.table(), BoardTable.name(rehearsal.season().id()));
    }

    /** Removes the copy and the table of a rehearsal. */
    public void discard(SettlementSource rehearsal) {
        set(rehearsal).remove();
        table.drop(rehearsal.table());
    }

    private FrozenRanking set(SettlementSource board) {
        return new FrozenRanking(redis, points.edition(board.season()), board.rehearsal());
    }
}
