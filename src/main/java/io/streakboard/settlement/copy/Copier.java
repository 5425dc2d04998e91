package io.streakboard.settlement.copy;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.leaderboard.seasons.BoardArchiver;
import io.streakboard.leaderboard.seasons.SeasonBoards;
import io.streakboard.leaderboard.settled.SettlementSource;
import io.streakboard.settlement.copy.Pages.ClaimedPage;
import java.util.concurrent.Semaphore;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Copies pages of a sealed board into the season's table, each in one transaction with its mark as copied. An instance
 * copies a few at a time, even for several callers.
 */
@Component
public class Copier {

    /** Ranks copied by this instance: their rate is rows per second. */
    static final String ROWS = "streakboard.settlement.rows";

    private final Pages pages;
    private final SeasonBoards boards;
    private final BoardArchiver copies;
    private final TransactionTemplate transactions;
    private final Counter rows;
    private final Semaphore permits = new Semaphore(ParallelRunner.COPIES);

    Copier(
            Pages pages,
            SeasonBoards boards,
            BoardArchiver copies,
            TransactionTemplate transactions,
            MeterRegistry metrics) {
        this.pages = pages;
        this.boards = boards;
        this.copies = copies;
        this.transactions = transactions;
        this.rows = metrics.counter(ROWS);
    }

    /** Copies pages until none is left to claim or the board is no longer the sealed one. */
    public void copyAll(SettlementSource copy) {
        if (boards.asSealed(copy.season())) {
            ParallelRunner.run(() -> copyPages(copy));
        }
    }

    private void copyPages(SettlementSource copy) {
        while (copyPage(copy)) {}
    }

    private boolean copyPage(SettlementSource copy) {
        permits.acquireUninterruptibly();
        try {
            var page = pages.claim(copy.season().id());
            return page.isPresent() && copy(copy, page.get());
        } finally {
            permits.release();
        }
    }

    /**
     * Writes a claimed page and returns true; false if another instance took over the claim, or if the page may not
     * come from the sealed board.
     */
    public boolean copy(SettlementSource copy, ClaimedPage page) {
        long season = copy.season().id();
        return Boolean.TRUE.equals(transactions.execute(status -> {
            boolean held = pages.hold(season, page);
            if (held) {
                var copied = copies.copy(copy, page.firstRank(), page.size());
                if (!boards.asSealed(copy.season())) {
                    status.setRollbackOnly();
                    return false;
                }
                pages.finish(season, page, copied);
                rows.increment((double) copied.learners());
            }
            return held;
        }));
    }
}
