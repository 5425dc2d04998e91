-- Activities that arrived after the seal of their season: where they belonged and where they went. An activity is known
-- by its home season as well: lesson-7 of August is not lesson-7 of September.
CREATE TABLE IF NOT EXISTS points_late (
    user_id     BIGINT       NOT NULL,
    type        VARCHAR(32)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    source_id   VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    home_season BIGINT       NOT NULL,
    season      BIGINT       NOT NULL,
    day         DATE         NOT NULL,
    points      INT          NOT NULL,
    occurred_at DATETIME(3)  NOT NULL,
    recorded_at DATETIME(3)  NOT NULL,
    PRIMARY KEY (user_id, type, source_id, home_season),
    KEY by_day (user_id, day, type),
    KEY by_home_season (home_season)
);

-- What admins granted or deducted, and why: a row for every request. Admins read them newest first.
CREATE TABLE IF NOT EXISTS points_adjustment (
    request_id VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    user_id    BIGINT       NOT NULL,
    season     BIGINT       NOT NULL,
    requested  INT          NOT NULL,
    points     INT          NOT NULL,
    reason     VARCHAR(200) NOT NULL,
    admin      VARCHAR(255) NOT NULL,
    made_at    DATETIME(3)  NOT NULL,
    PRIMARY KEY (request_id),
    KEY by_time (made_at, request_id)
);

-- The sums over a season's totals, in several rows: each transaction that changes totals adds to one of them.
CREATE TABLE IF NOT EXISTS points_sum (
    season_id  BIGINT      NOT NULL,
    stripe     SMALLINT    NOT NULL,
    learners   BIGINT      NOT NULL,
    points     BIGINT      NOT NULL,
    changed_at DATETIME(3) NOT NULL,
    PRIMARY KEY (season_id, stripe)
);
