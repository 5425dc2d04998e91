package io.streakboard.settlement.steps;

/** The steps of a settlement, in their order: each begins when all of the one before is done. */
public enum Step {
    /** Waits until what was done in the season has arrived, then closes its ledger. */
    SEAL,
    /** Waits until the board shows the closed ledger, closes the board as well and plans the pages of the copy. */
    TABLE,
    /** Copies the board into the season's table, page by page. */
    COPY,
    /** Proves that ledger, board and table agree; from here on the table is what is read. */
    VERIFY,
    /** Removes the board from Redis. */
    CLEAR
}
