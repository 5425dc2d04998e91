package io.streakboard.settlement;

import io.streakboard.leaderboard.BoardCopies;
import io.streakboard.leaderboard.BoardCopy;
import io.streakboard.settlement.Pages.Page;
import java.util.concurrent.Semaphore;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Copies pages of a sealed board into the season's table, each in a transaction with its mark; a few at a
 * time, whoever asks for it.
 */
@Component
class PageCopy {

    private final Pages pages;
    private final BoardCopies copies;
    private final TransactionTemplate transactions;
    private final SettlementMetrics metrics;
    private final Semaphore places = new Semaphore(SideBySide.COPIES);

    PageCopy(Pages pages, BoardCopies copies, TransactionTemplate transactions, SettlementMetrics metrics) {
        this.pages = pages;
        this.copies = copies;
        this.transactions = transactions;
        this.metrics = metrics;
    }

    /** Copies pages until none is left to claim. */
    void copyAll(BoardCopy copy) {
        SideBySide.run(() -> copyPages(copy));
    }

    private void copyPages(BoardCopy copy) {
        while (copyPage(copy)) {}
    }

    private boolean copyPage(BoardCopy copy) {
        places.acquireUninterruptibly();
        try {
            var page = pages.claim(copy.season().id());
            page.ifPresent(claimed -> copy(copy, claimed));
            return page.isPresent();
        } finally {
            places.release();
        }
    }

    /** Writes a claimed page and returns whether it did: not if the claim has been taken over meanwhile. */
    boolean copy(BoardCopy copy, Page page) {
        long season = copy.season().id();
        return Boolean.TRUE.equals(transactions.execute(status -> {
            boolean held = pages.hold(season, page);
            if (held) {
                var copied = copies.copy(copy, page.firstRank(), page.size());
                pages.finish(season, page, copied);
                metrics.copied(copied.learners());
            }
            return held;
        }));
    }
}
