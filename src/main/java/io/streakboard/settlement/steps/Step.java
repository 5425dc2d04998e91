package io.streakboard.settlement.steps;

/** The steps of a settlement in order: each begins when the one before is complete. */
public enum Step {
    /** Waits until all activities of the season have arrived, then closes its ledger. */
    SEAL,
    /** Waits until the board shows the closed ledger, closes the board as well and plans the pages of the copy. */
    TABLE,
    /** Copies the board into the season's table, page by page. */
    COPY,
    /** Proves that ledger, board and table agree; from here on readers get the table. */
    VERIFY,
    /** Removes the board from Redis. */
    CLEAR
}
