package io.streakboard.settlement;

import io.streakboard.leaderboard.SeasonBoards;
import io.streakboard.season.Season;
import io.streakboard.settlement.Pages.Page;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Copies pages of a sealed board into the season's table, each in a transaction with its mark. */
@Component
class PageCopy {

    private final Pages pages;
    private final SeasonBoards boards;
    private final TransactionTemplate transactions;

    PageCopy(Pages pages, SeasonBoards boards, TransactionTemplate transactions) {
        this.pages = pages;
        this.boards = boards;
        this.transactions = transactions;
    }

    /** Copies pages until none is left to claim. */
    void copyAll(Season season) {
        for (var page = pages.claim(season.id()); page.isPresent(); page = pages.claim(season.id())) {
            copy(season, page.get());
        }
    }

    private void copy(Season season, Page page) {
        transactions.executeWithoutResult(status -> {
            if (pages.hold(season.id(), page)) {
                pages.finish(season.id(), page, boards.copy(season, page.firstRank(), page.size()));
            }
        });
    }
}
