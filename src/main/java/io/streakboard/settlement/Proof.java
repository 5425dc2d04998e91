package io.streakboard.settlement;

import io.streakboard.leaderboard.BoardCopies;
import io.streakboard.leaderboard.BoardCopies.Content;
import io.streakboard.leaderboard.FrozenBoard;
import io.streakboard.points.LedgerComparison;
import io.streakboard.points.PointsTotals;
import io.streakboard.points.PointsTotals.Sum;
import io.streakboard.season.Season;
import io.streakboard.settlement.copy.Pages;
import io.streakboard.settlement.copy.SideBySide;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * Proves a copied table: totals, copied pages and table have as many learners with as many points, ranks have no gap,
 * no learner has two, no rank is out of order, each rank is what the total of its learner says, and each total is the
 * sum of the learner's rows in the ledger. The board in Redis is not asked: the table is what will be read.
 */
@Component
class Proof {

    /** @param difference what the table has against it, if anything */
    record Verdict(Sum table, Optional<String> difference) {}

    private final PointsTotals totals;
    private final LedgerComparison ledger;
    private final Pages pages;
    private final BoardCopies copies;

    Proof(PointsTotals totals, LedgerComparison ledger, Pages pages, BoardCopies copies) {
        this.totals = totals;
        this.ledger = ledger;
        this.pages = pages;
        this.copies = copies;
    }

    /** Makes all comparisons, a few at a time: they take connections from the requests. */
    Verdict of(Season season) {
        var copy = FrozenBoard.settling(season);
        try (var threads = Executors.newFixedThreadPool(
                SideBySide.COPIES, Thread.ofVirtual().factory())) {
            var differences = Stream.<Callable<Optional<String>>>of(
                            () -> copies.differenceFromTotals(copy),
                            () -> ledger.difference(season.id()),
                            () -> copies.disorder(copy))
                    .map(threads::submit)
                    .toList();
            var content = copies.content(copy);
            var found = Stream.concat(
                            differences.stream().map(SideBySide::result).flatMap(Optional::stream),
                            gaps(content).stream())
                    .toList();
            var counts = counts(copy, content, found.isEmpty());
            return new Verdict(content.sum(), joined(counts, found));
        }
    }

    private static Optional<String> joined(Optional<String> counts, List<String> others) {
        return Stream.concat(counts.stream(), others.stream()).reduce((first, second) -> first + "; " + second);
    }

    /**
     * Counts and sums that differ.
     *
     * @param provenTotals whether the totals are known to be those of the table, learner by learner: adding them up
     *     takes a while
     */
    private Optional<String> counts(FrozenBoard copy, Content content, boolean provenTotals) {
        var table = content.sum();
        var progress = pages.progress(copy.season().id());
        var copied = new Sum(progress.learners(), progress.points());
        var sum = provenTotals ? table : totals.sum(copy.season().id());
        return sum.equals(copied) && sum.equals(table)
                ? Optional.empty()
                : Optional.of("totals " + sum + ", board " + copies.members(copy) + " members, copied " + copied
                        + ", table " + table);
    }

    private static Optional<String> gaps(Content content) {
        return content.gapless()
                ? Optional.empty()
                : Optional.of("table has %d rows, its ranks go from %d to %d"
                        .formatted(content.sum().learners(), content.firstRank(), content.lastRank()));
    }
}
