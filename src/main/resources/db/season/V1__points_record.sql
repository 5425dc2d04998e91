-- The ledger of one season: a row for every activity that reached it, with what became of it.
CREATE TABLE IF NOT EXISTS points_record_${season} (
    user_id     BIGINT       NOT NULL,
    type        VARCHAR(32)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    source_id   VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    day         DATE         NOT NULL,
    points      INT          NOT NULL,
    outcome     VARCHAR(10)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    reason      VARCHAR(200) NULL,
    occurred_at DATETIME(3)  NOT NULL,
    recorded_at DATETIME(3)  NOT NULL,
    PRIMARY KEY (user_id, type, source_id),
    KEY by_day (user_id, day, type)
);
