package io.streakboard.leaderboard.editions;

import org.springframework.dao.ConcurrencyFailureException;

/** An edition was reset, sealed or removed after a score was routed to it. The score has to be routed again. */
public class EditionsReplaced extends ConcurrencyFailureException {

    private EditionsReplaced() {
        super("An edition was reset, sealed or removed meanwhile");
    }

    static EditionsReplaced meanwhile() {
        return new EditionsReplaced();
    }
}
