-- How far a board that is fed by the ledger has been filled from it. definition: what was read by; another one begins
-- anew. from_at: awards before that are not on the board; NULL: there are none. position: how far the walk over the
-- ledgers has come, as JSON; NULL: it has not begun. done_at NULL: members may be missing.
CREATE TABLE IF NOT EXISTS board_fill (
    board      VARCHAR(32)   CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    definition VARCHAR(1000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    begun_at   DATETIME(3)   NOT NULL,
    from_at    DATETIME(3)   NULL,
    position   VARCHAR(1000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    done_at    DATETIME(3)   NULL,
    PRIMARY KEY (board)
);
