-- A learner's total in one season: the sum of the ledger's points. corrections counts the deductions, so that a board
-- can tell a newer, lower total from an older one.
CREATE TABLE IF NOT EXISTS points_total_${season} (
    user_id     BIGINT      NOT NULL,
    points      BIGINT      NOT NULL,
    reached_at  DATETIME(3) NULL,
    corrections INT         NOT NULL,
    updated_at  DATETIME(3) NOT NULL,
    PRIMARY KEY (user_id)
);
