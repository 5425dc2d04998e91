package io.streakboard.leaderboard;

import io.streakboard.points.PointsTotals;
import io.streakboard.points.PointsTotals.Sum;
import io.streakboard.points.Total;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.springframework.stereotype.Service;

/** Copies boards into tables, stretch by stretch, and compares the two. */
@Service
public class BoardCopies {

    private static final int SAMPLES = 100;
    private static final int RANKS_A_SAMPLE = 10;

    /** A rank of a copied board. */
    public record Ranked(long rank, long learner, long points, Instant reachedAt) {}

    private final FixedBoard board;
    private final BoardTable table;
    private final PointsTotals totals;

    BoardCopies(FixedBoard board, BoardTable table, PointsTotals totals) {
        this.board = board;
        this.table = table;
        this.totals = totals;
    }

    public long members(BoardCopy copy) {
        return board.members(copy.key());
    }

    /** Empties the table, before the first copy or after one that failed its proof. Commits the caller's transaction. */
    public void empty(BoardCopy copy) {
        table.empty(copy.table());
    }

    /** Copies a stretch of ranks and returns what it held; what an earlier try has left of them is replaced. */
    public Sum copy(BoardCopy copy, long firstRank, int size) {
        var standings = board.ranks(copy, firstRank, size);
        table.write(copy.table(), firstRank, firstRank + size - 1, standings);
        return new Sum(
                standings.size(), standings.stream().mapToLong(Standing::points).sum());
    }

    /** Drops the learners' key that an earlier copy may have built. Commits the caller's transaction. */
    public void dropIndex(BoardCopy copy) {
        table.dropIndex(copy.table());
    }

    /** Builds the learners' key, once all ranks are there. */
    public void index(BoardCopy copy) {
        table.index(copy.table());
    }

    /** What the table holds, and the last rank in it: without a gap, as many as there are learners. */
    public record Content(Sum sum, long lastRank) {

        public boolean gapless() {
            return lastRank == sum.learners();
        }
    }

    public Content content(BoardCopy copy) {
        return table.content(copy.table());
    }

    public List<Ranked> top(BoardCopy copy, int size) {
        return table.ranks(copy.table(), 1, size).stream()
                .map(standing ->
                        new Ranked(standing.rank(), standing.learner(), standing.points(), standing.reachedAt()))
                .toList();
    }

    /** Compares the first, the last and a thousand random ranks of the table with the board, and tells what differs. */
    public Optional<String> differenceFromBoard(BoardCopy copy) {
        var samples = samples(copy);
        var ranks = samples.stream()
                .flatMap(first -> board.ranks(copy, first, RANKS_A_SAMPLE).stream())
                .distinct()
                .toList();
        return difference("board", sampled(copy, samples), ranks);
    }

    /** Compares such ranks with the ledger's totals. */
    public Optional<String> differenceFromTotals(BoardCopy copy) {
        var ranks = sampled(copy, samples(copy));
        return difference("ledger", ranks, totals(copy, BoardScore.of(copy.season()), ranks));
    }

    private List<Standing> sampled(BoardCopy copy, TreeSet<Long> samples) {
        var ranks = samples.stream()
                .flatMap(
                        first -> LongStream.range(first, first + RANKS_A_SAMPLE).boxed())
                .distinct()
                .toList();
        return table.ranks(copy.table(), ranks);
    }

    /** What the ledger says of learners, in the places that the table gives them. */
    private List<Standing> totals(BoardCopy copy, BoardScore score, List<Standing> ranks) {
        Map<Long, Total> known = ranks.isEmpty()
                ? Map.of()
                : totals
                        .of(
                                copy.season().id(),
                                ranks.stream().map(Standing::learner).toList())
                        .stream()
                        .collect(Collectors.toMap(Total::learner, Function.identity()));
        var standings = new ArrayList<Standing>();
        for (var rank : ranks) {
            var total = known.get(rank.learner());
            if (total != null && total.reachedAt() != null && total.points() > 0) {
                long packed = score.pack(total.points(), total.reachedAt());
                standings.add(new Standing(rank.rank(), rank.learner(), score.points(packed), score.reachedAt(packed)));
            }
        }
        return standings;
    }

    private static Optional<String> difference(String other, List<Standing> table, List<Standing> expected) {
        if (table.equals(expected)) {
            return Optional.empty();
        }
        for (int i = 0; i < Math.min(table.size(), expected.size()); i++) {
            if (!table.get(i).equals(expected.get(i))) {
                return Optional.of("table " + table.get(i) + ", " + other + " " + expected.get(i));
            }
        }
        return Optional.of(
                "table has " + table.size() + " of " + expected.size() + " ranks that the " + other + " has");
    }

    private TreeSet<Long> samples(BoardCopy copy) {
        long last = Math.max(1, board.members(copy.key()) - RANKS_A_SAMPLE + 1);
        var firsts = new TreeSet<Long>();
        firsts.add(1L);
        firsts.add(last);
        ThreadLocalRandom.current().longs(SAMPLES, 1, last + 1).forEach(firsts::add);
        return firsts;
    }

    /** Makes key and table of a rehearsal: what the live board shows now, and an empty table like the season's. */
    public void prepare(BoardCopy rehearsal) {
        var settling = BoardCopy.settling(rehearsal.season());
        board.take(settling.key(), rehearsal.key());
        table.create(rehearsal.table(), settling.table());
    }

    /** Removes key and table of a rehearsal. */
    public void discard(BoardCopy rehearsal) {
        board.remove(rehearsal.key());
        table.drop(rehearsal.table());
    }
}
