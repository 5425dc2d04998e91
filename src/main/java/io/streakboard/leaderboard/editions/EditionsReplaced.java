package io.streakboard.leaderboard.editions;

import org.springframework.dao.ConcurrencyFailureException;

/** An edition was reset, sealed or removed after a call was placed on it. The call is to be placed anew. */
public class EditionsReplaced extends ConcurrencyFailureException {

    private EditionsReplaced() {
        super("An edition was reset, sealed or removed meanwhile");
    }

    static EditionsReplaced meanwhile() {
        return new EditionsReplaced();
    }
}
