-- The ledger of one season: a row for every activity that reached it, with what became of it. home_season is the season
-- of an activity's own time, another than this one's if it was late, and part of its key: the same source id of another
-- season is another activity. The index for caps begins with the day: what is written on one day stands together in it.
CREATE TABLE IF NOT EXISTS points_record_${season} (
    user_id     BIGINT       NOT NULL,
    type        VARCHAR(32)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    source_id   VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    day         DATE         NOT NULL,
    points      INT          NOT NULL,
    outcome     VARCHAR(10)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    reasons     VARCHAR(1300) NULL,
    occurred_at DATETIME(3)  NOT NULL,
    recorded_at DATETIME(3)  NOT NULL,
    home_season BIGINT       NOT NULL DEFAULT ${season},
    PRIMARY KEY (user_id, type, source_id, home_season),
    KEY by_day (day, user_id, type)
);

-- A learner's total in one season: the sum of the ledger's points. corrections counts the deductions, so that a board
-- can tell a newer, lower total from an older one. closing_*: what the total was before the last day on which it has
-- changed, so that ranks can be compared with those when that day began; closing_until: when that day ends.
CREATE TABLE IF NOT EXISTS points_total_${season} (
    user_id            BIGINT      NOT NULL,
    points             BIGINT      NOT NULL,
    reached_at         DATETIME(3) NULL,
    corrections        INT         NOT NULL,
    updated_at         DATETIME(3) NOT NULL,
    closing_until      DATETIME(3) NULL,
    closing_points     BIGINT      NULL,
    closing_reached_at DATETIME(3) NULL,
    PRIMARY KEY (user_id)
);

-- The settled board of one season: id is the rank. The learner's key is built after the copy.
CREATE TABLE IF NOT EXISTS points_board_${season} (
    id         INT         NOT NULL,
    user_id    BIGINT      NOT NULL,
    points     BIGINT      NOT NULL,
    reached_at DATETIME(3) NOT NULL,
    PRIMARY KEY (id)
);
