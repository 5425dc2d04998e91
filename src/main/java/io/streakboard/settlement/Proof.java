package io.streakboard.settlement;

import io.streakboard.leaderboard.BoardCopies;
import io.streakboard.leaderboard.BoardCopy;
import io.streakboard.points.PointsTotals;
import io.streakboard.points.PointsTotals.Sum;
import io.streakboard.season.Season;
import io.streakboard.season.Seasons;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The step {@code VERIFY}: as many learners with as many points in totals, copied pages and table, ranks without a gap, no
 * learner twice, no rank out of order, each rank what the total of its learner says, and each total what the learner's rows
 * in the ledger add up to. The board in Redis is not asked: the table is what will be read.
 */
@Component
class Proof {

    private static final Logger log = LoggerFactory.getLogger(Proof.class);

    private final PointsTotals totals;
    private final LedgerCheck ledger;
    private final Pages pages;
    private final BoardCopies copies;
    private final Seasons seasons;
    private final StepLedger steps;
    private final TransactionTemplate transactions;

    Proof(
            PointsTotals totals,
            LedgerCheck ledger,
            Pages pages,
            BoardCopies copies,
            Seasons seasons,
            StepLedger steps,
            TransactionTemplate transactions) {
        this.totals = totals;
        this.ledger = ledger;
        this.pages = pages;
        this.copies = copies;
        this.seasons = seasons;
        this.steps = steps;
        this.transactions = transactions;
    }

    /** Begins what can be compared beside the copy. */
    void begin(Season season) {
        ledger.begin(season);
    }

    /** All comparisons, a few at a time: they take connections from the requests. */
    Result verify(Season season, StepRow attempt) {
        var copy = BoardCopy.settling(season);
        try (var threads = Executors.newFixedThreadPool(
                SideBySide.COPIES, Thread.ofVirtual().factory())) {
            var differences = Stream.<Callable<Optional<String>>>of(
                            () -> copies.index(copy),
                            () -> copies.disorder(copy),
                            () -> copies.differenceFromTotals(copy),
                            () -> ledger.difference(season, attempt))
                    .map(threads::submit)
                    .toList();
            var sum = threads.submit(() -> totals.sum(season.id()));
            var content = threads.submit(() -> copies.content(copy));
            var counted = counted(copy, SideBySide.result(sum), SideBySide.result(content));
            var mismatch = Stream.concat(
                            counted.stream(),
                            differences.stream().map(SideBySide::result).flatMap(Optional::stream))
                    .collect(Collectors.joining("; "));
            return mismatch.isEmpty() ? settle(season, attempt, SideBySide.result(sum)) : Result.mismatch(mismatch);
        }
    }

    /** What count, sum or ranks of the table have against them. */
    private Optional<String> counted(BoardCopy copy, Sum sum, BoardCopies.Content content) {
        var progress = pages.progress(copy.season().id());
        var copied = new Sum(progress.learners(), progress.points());
        if (!sum.equals(copied) || !sum.equals(content.sum())) {
            return Optional.of("totals " + sum + ", board " + copies.members(copy) + " members, copied " + copied
                    + ", table " + content.sum());
        }
        return content.gapless()
                ? Optional.empty()
                : Optional.of("table has %d rows, its ranks go from %d to %d"
                        .formatted(sum.learners(), content.firstRank(), content.lastRank()));
    }

    /**
     * Only while this try is the latest: a paused one must not settle a season that is being copied again. The step is done
     * with the same commit: nobody may prove the season again once ledger and table have forgotten deleted learners.
     */
    private Result settle(Season season, StepRow attempt, Sum table) {
        boolean settled = Boolean.TRUE.equals(transactions.execute(status -> {
            boolean latest = steps.hold(season.id(), attempt);
            if (latest) {
                seasons.settled(season, table.learners(), table.points());
                steps.finish(season.id(), attempt, table);
            }
            return latest;
        }));
        if (!settled) {
            return Result.waitFor("a later try");
        }
        log.info("Season {} is settled: {} learners, {} points", season.name(), table.learners(), table.points());
        return Result.done(table);
    }
}
