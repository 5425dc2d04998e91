package io.streakboard.settlement.steps;

import static io.streakboard.settlement.copy.ParallelRunner.result;

import io.streakboard.leaderboard.seasons.BoardArchiver;
import io.streakboard.leaderboard.seasons.BoardArchiver.BoardContent;
import io.streakboard.leaderboard.settled.SettlementSource;
import io.streakboard.points.LedgerComparison;
import io.streakboard.points.PointsTotals;
import io.streakboard.points.PointsTotals.LearnerRange;
import io.streakboard.points.PointsTotals.ParallelRanges;
import io.streakboard.points.PointsTotals.TotalsSum;
import io.streakboard.season.Season;
import io.streakboard.settlement.copy.Pages;
import io.streakboard.settlement.copy.ParallelRunner;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * Proves a copied table: totals, copied pages and table agree in the numbers of learners and points, ranks have no gap,
 * no learner has two ranks, no rank is out of order, each rank agrees with its learner's total, and each total is the
 * sum of the learner's rows in the ledger. The board in Redis is not compared, because from now on readers get the
 * table.
 */
@Component
class Proof {

    /** @param difference the mismatches found, if any */
    record ProofResult(TotalsSum table, Optional<String> difference) {}

    private final PointsTotals totals;
    private final LedgerComparison ledger;
    private final Pages pages;
    private final BoardArchiver copies;

    Proof(PointsTotals totals, LedgerComparison ledger, Pages pages, BoardArchiver copies) {
        this.totals = totals;
        this.ledger = ledger;
        this.pages = pages;
        this.copies = copies;
    }

    /** Makes all comparisons. Comparisons without the learners' key run while it is built. */
    ProofResult of(Season season) {
        var copy = SettlementSource.settling(season);
        try (var threads = new ProofThreads()) {
            var key = threads.begin(Executors.callable(() -> copies.index(copy)));
            var order = threads.begin(() -> copies.disorder(copy));
            var content = threads.begin(() -> copies.content(copy));
            var ranges = ranges(season, threads);
            var sums = threads.gather(() -> ledger.difference(season.id(), ranges));
            result(key);
            var ranks = threads.gather(() -> copies.differenceFromTotals(copy, ranges));
            return compared(copy, result(content), Stream.of(ranks, sums, order).map(ParallelRunner::result));
        }
    }

    private ParallelRanges ranges(Season season, ProofThreads threads) {
        var all = result(threads.begin(() -> totals.ranges(season.id())));
        return new ParallelRanges() {
            @Override
            public <T> List<T> each(Function<LearnerRange, T> comparison) {
                return threads.each(all, comparison);
            }
        };
    }

    private ProofResult compared(SettlementSource copy, BoardContent content, Stream<Optional<String>> differences) {
        var found = Stream.concat(differences.flatMap(Optional::stream), gaps(content).stream())
                .toList();
        return new ProofResult(content.sum(), joined(counts(copy, content, found.isEmpty()), found));
    }

    private static Optional<String> joined(Optional<String> counts, List<String> others) {
        return Stream.concat(counts.stream(), others.stream()).reduce((first, second) -> first + "; " + second);
    }

    /**
     * Finds differences of counts and sums.
     *
     * @param provenTotals whether each learner is proven to have the same total in the table. Then the slow summing of
     *     totals is skipped
     */
    private Optional<String> counts(SettlementSource copy, BoardContent content, boolean provenTotals) {
        var table = content.sum();
        var copied = pages.progress(copy.season().id()).copied();
        var sum = provenTotals ? table : totals.sum(copy.season().id());
        return sum.equals(copied) && sum.equals(table)
                ? Optional.empty()
                : Optional.of("totals " + sum + ", board " + copies.members(copy) + " members, copied " + copied
                        + ", table " + table);
    }

    private static Optional<String> gaps(BoardContent content) {
        return content.gapless()
                ? Optional.empty()
                : Optional.of("table has %d rows, its ranks go from %d to %d"
                        .formatted(content.sum().learners(), content.firstRank(), content.lastRank()));
    }
}
