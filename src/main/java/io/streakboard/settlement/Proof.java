package io.streakboard.settlement;

import io.streakboard.leaderboard.BoardCopies;
import io.streakboard.leaderboard.BoardCopy;
import io.streakboard.points.PointsTotals;
import io.streakboard.points.PointsTotals.Sum;
import io.streakboard.season.Season;
import io.streakboard.season.Seasons;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The step {@code VERIFY}: as many learners with as many points in ledger, board, copied pages and table, ranks without a
 * gap, and the same in all three for a sample of ranks.
 */
@Component
class Proof {

    private static final Logger log = LoggerFactory.getLogger(Proof.class);

    private final PointsTotals totals;
    private final Pages pages;
    private final BoardCopies copies;
    private final Seasons seasons;
    private final StepLedger steps;
    private final TransactionTemplate transactions;

    Proof(
            PointsTotals totals,
            Pages pages,
            BoardCopies copies,
            Seasons seasons,
            StepLedger steps,
            TransactionTemplate transactions) {
        this.totals = totals;
        this.pages = pages;
        this.copies = copies;
        this.seasons = seasons;
        this.steps = steps;
        this.transactions = transactions;
    }

    Result verify(Season season, StepRow attempt) {
        var copy = BoardCopy.settling(season);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var ledger = threads.submit(() -> totals.sum(season.id()));
            var content = threads.submit(() -> copies.content(copy));
            copies.index(copy);
            return compare(season, attempt, copy, SideBySide.result(ledger), SideBySide.result(content));
        }
    }

    private Result compare(Season season, StepRow attempt, BoardCopy copy, Sum ledger, BoardCopies.Content content) {
        var progress = pages.progress(season.id());
        var copied = new Sum(progress.learners(), progress.points());
        var table = content.sum();
        long members = copies.members(copy);
        if (!ledger.equals(copied) || !ledger.equals(table) || members != ledger.learners()) {
            return Result.mismatch(
                    "ledger " + ledger + ", board " + members + " members, copied " + copied + ", table " + table);
        }
        if (!content.gapless()) {
            return Result.mismatch(
                    "table has " + table.learners() + " rows, but its last rank is " + content.lastRank());
        }
        var difference = copies.differenceFromBoard(copy).or(() -> copies.differenceFromTotals(copy));
        return difference.map(Result::mismatch).orElseGet(() -> settle(season, attempt, table));
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
