-- Who keeps a season from being sealed: an import, or a module that catches up. held_until NULL: until it is released.
CREATE TABLE IF NOT EXISTS season_hold (
    season_id  BIGINT       NOT NULL,
    owner      VARCHAR(100) NOT NULL,
    reason     VARCHAR(200) NOT NULL,
    held_until DATETIME(3)  NULL,
    created_at DATETIME(3)  NOT NULL,
    renewed_at DATETIME(3)  NOT NULL,
    PRIMARY KEY (season_id, owner),
    KEY by_owner (owner)
);
