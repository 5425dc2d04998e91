package io.streakboard.settlement.steps;

import io.streakboard.leaderboard.seasons.BoardArchiver;
import io.streakboard.leaderboard.seasons.SeasonBoards;
import io.streakboard.leaderboard.settled.SettlementSource;
import io.streakboard.season.Season;
import io.streakboard.settlement.copy.Pages;
import io.streakboard.settlement.steps.StepOutcome.Done;
import io.streakboard.settlement.steps.StepOutcome.Waiting;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Waits until the board shows the closed ledger, closes the board as well and plans the pages of the copy. */
@Component
class TableStep implements SettlementStep {

    private final SeasonBoards boards;
    private final BoardArchiver copies;
    private final Pages pages;
    private final StepLedger steps;
    private final PendingDeliveries pendingDeliveries;
    private final TransactionTemplate transactions;

    TableStep(
            SeasonBoards boards,
            BoardArchiver copies,
            Pages pages,
            StepLedger steps,
            PendingDeliveries pendingDeliveries,
            TransactionTemplate transactions) {
        this.boards = boards;
        this.copies = copies;
        this.pages = pages;
        this.steps = steps;
        this.pendingDeliveries = pendingDeliveries;
        this.transactions = transactions;
    }

    @Override
    public Step step() {
        return Step.TABLE;
    }

    @Override
    public StepOutcome perform(Season season, StepRow attempt) {
        return pendingDeliveries.undelivered().<StepOutcome>map(Waiting::new).orElseGet(() -> close(season, attempt));
    }

    /**
     * Makes a change only while this try of the step is the latest, on the connection that holds its row: an instance
     * that wakes up from a pause must not empty a table that others have filled meanwhile.
     */
    StepOutcome close(Season season, StepRow attempt) {
        if (!ifLatest(season, attempt, () -> boards.seal(season))) {
            return Waiting.FOR_LATER_TRY;
        }
        if (!boards.asSealed(season)) { // else a rebuild that just ended would cause a second copy
            return new Waiting("the board to be rebuilt");
        }
        var copy = SettlementSource.settling(season);
        boolean latest = ifLatest(season, attempt, () -> copies.dropIndex(copy))
                && ifLatest(season, attempt, () -> copies.empty(copy))
                && ifLatest(season, attempt, () -> pages.plan(season.id(), copies.members(copy)));
        return latest ? Done.NOTHING_COUNTED : Waiting.FOR_LATER_TRY;
    }

    private boolean ifLatest(Season season, StepRow attempt, Runnable change) {
        return Boolean.TRUE.equals(transactions.execute(status -> {
            boolean latest = steps.hold(season.id(), attempt);
            if (latest) {
                change.run();
            }
            return latest;
        }));
    }
}
