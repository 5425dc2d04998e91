package io.streakboard.settlement.steps;

import io.streakboard.points.PointsTotals.TotalsSum;
import io.streakboard.season.Season;
import io.streakboard.season.Seasons;
import io.streakboard.settlement.steps.StepOutcome.Done;
import io.streakboard.settlement.steps.StepOutcome.Mismatch;
import io.streakboard.settlement.steps.StepOutcome.Waiting;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Proves that ledger, board and table agree; from then on readers get the table. */
@Component
class VerifyStep implements SettlementStep {

    private static final Logger log = LoggerFactory.getLogger(VerifyStep.class);

    private final Proof proof;
    private final BoardGuard guard;
    private final Seasons seasons;
    private final StepLedger steps;
    private final TransactionTemplate transactions;

    VerifyStep(Proof proof, BoardGuard guard, Seasons seasons, StepLedger steps, TransactionTemplate transactions) {
        this.proof = proof;
        this.guard = guard;
        this.seasons = seasons;
        this.steps = steps;
        this.transactions = transactions;
    }

    @Override
    public Step step() {
        return Step.VERIFY;
    }

    @Override
    public StepOutcome perform(Season season, StepRow attempt) {
        return guard.confirm(season, () -> prove(season, attempt));
    }

    private StepOutcome prove(Season season, StepRow attempt) {
        var result = proof.of(season);
        return result.difference()
                .<StepOutcome>map(Mismatch::new)
                .orElseGet(() -> settle(season, attempt, result.table()));
    }

    /**
     * Runs only while this try is the latest: a paused try must not settle a season that is being copied again. The
     * same commit marks the step as done, because the season must not be proven again after ledger and table have
     * forgotten deleted learners.
     */
    private StepOutcome settle(Season season, StepRow attempt, TotalsSum table) {
        boolean settled = Boolean.TRUE.equals(transactions.execute(status -> {
            boolean latest = steps.hold(season.id(), attempt);
            if (latest) {
                seasons.settled(season, table.learners(), table.points());
                steps.finish(season.id(), attempt, Done.counting(table));
            }
            return latest;
        }));
        if (!settled) {
            return Waiting.FOR_LATER_TRY;
        }
        log.info("Season {} is settled: {} learners, {} points", season.name(), table.learners(), table.points());
        return Done.counting(table);
    }
}
