-- A season: a span of time in which points are collected and ranked. state: PLANNED (its tables are being made),
-- UPCOMING, OPEN, ENDED, SETTLING (sealed: takes no more points), SETTLED. learners and points are set when it settles.
-- expired_at: when its ledger and totals outlived their retention; from then on nothing reads them, and they are
-- dropped.
CREATE TABLE IF NOT EXISTS season (
    id         BIGINT      NOT NULL AUTO_INCREMENT,
    name       VARCHAR(50) NOT NULL,
    starts_at  DATETIME(3) NOT NULL,
    ends_at    DATETIME(3) NOT NULL,
    state      VARCHAR(10) NOT NULL,
    learners   BIGINT      NULL,
    points     BIGINT      NULL,
    created_at DATETIME(3) NOT NULL,
    expired_at DATETIME(3) NULL,
    PRIMARY KEY (id),
    UNIQUE KEY by_start (starts_at)
);

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

-- Which installation this is, and when it was last used: one row, written by the first start. Redis notes the same, so
-- that a start notices if the two do not belong together.
CREATE TABLE IF NOT EXISTS installation (
    id      TINYINT     NOT NULL,
    name    VARCHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    used_at DATETIME(3) NOT NULL,
    PRIMARY KEY (id)
);
