package io.streakboard.leaderboard;

import io.streakboard.points.PointsTotals.Sum;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import org.springframework.dao.DuplicateKeyException;
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
    private final BoardProof proof;

    BoardCopies(FixedBoard board, BoardTable table, BoardProof proof) {
        this.board = board;
        this.table = table;
        this.proof = proof;
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

    /** Builds the learners' key, once all ranks are there, or tells who has more than one of them. */
    public Optional<String> index(BoardCopy copy) {
        try {
            table.index(copy.table());
            return Optional.empty();
        } catch (DuplicateKeyException twice) {
            return Optional.of(
                    "a learner has two ranks: " + twice.getMostSpecificCause().getMessage());
        }
    }

    /** What the table holds, and the first and the last rank in it. */
    public record Content(Sum sum, long firstRank, long lastRank) {

        public boolean gapless() {
            return firstRank == 1 && lastRank == sum.learners();
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

    /** Tells which ranks of the table are out of order, if any: each is compared with the next. */
    public Optional<String> disorder(BoardCopy copy) {
        return proof.disorder(copy);
    }

    /** Tells which ranks of the table are not what the totals of their learners say, if any: all are compared. */
    public Optional<String> differenceFromTotals(BoardCopy copy) {
        return proof.difference(copy);
    }

    /** Compares the first, the last and a thousand random ranks of the table with the board, and tells what differs. */
    public Optional<String> differenceFromBoard(BoardCopy copy) {
        var samples = samples(copy);
        var expected = samples.stream()
                .flatMap(first -> board.ranks(copy, first, RANKS_A_SAMPLE).stream())
                .distinct()
                .toList();
        var found = sampled(copy, samples);
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

    private List<Standing> sampled(BoardCopy copy, TreeSet<Long> samples) {
        var ranks = samples.stream()
                .flatMap(
                        first -> LongStream.range(first, first + RANKS_A_SAMPLE).boxed())
                .distinct()
                .toList();
        return table.ranks(copy.table(), ranks);
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
