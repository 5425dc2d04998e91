-- The boards that have editions. The row is a lock: shared by who writes scores of the board, alone by who moderates it.
-- rule: the configuration by which its scores were written, as JSON.
CREATE TABLE IF NOT EXISTS board (
    name VARCHAR(32)   CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    rule VARCHAR(2000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    PRIMARY KEY (name)
);

-- The rankings of boards: one for each period and partition ('': over all), a further version for each reset. series_id:
-- the edition that has the scores of a window; NULL: the edition has scores of its own.
CREATE TABLE IF NOT EXISTS board_edition (
    id            BIGINT      NOT NULL AUTO_INCREMENT,
    board         VARCHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    period_key    VARCHAR(50) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    partition_key VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    version       INT         NOT NULL,
    starts_at     DATETIME(3) NULL,
    ends_at       DATETIME(3) NULL,
    kept_until    DATETIME(3) NULL,
    created_at    DATETIME(3) NOT NULL,
    replaced_at   DATETIME(3) NULL,
    closed_at     DATETIME(3) NULL,
    removed_at    DATETIME(3) NULL,
    series_id     BIGINT      NULL,
    PRIMARY KEY (id),
    UNIQUE KEY by_name (board, period_key, partition_key, version),
    KEY by_board (board, id),
    KEY by_end (closed_at, ends_at),
    KEY by_retention (kept_until),
    KEY by_series (series_id)
);

-- The score of each member. reached_at NULL: it has none any more. corrections: how often its place became worse. days:
-- the scores of each day, on a sliding board: '2026-11-21 120 1795219200000,2026-11-22 15 1795305600000'. closing_*: what
-- a member had before the last day on which it has moved; closing_until: when that day ends.
CREATE TABLE IF NOT EXISTS board_score (
    edition_id         BIGINT        NOT NULL,
    member             VARCHAR(64)   CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    score              BIGINT        NOT NULL,
    reached_at         DATETIME(3)   NULL,
    occurred_at        DATETIME(3)   NULL,
    corrections        INT           NOT NULL,
    extra              VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    hidden             BOOLEAN       NOT NULL,
    days               VARCHAR(2000) CHARACTER SET ascii COLLATE ascii_bin NULL,
    closing_until      DATETIME(3)   NULL,
    closing_score      BIGINT        NULL,
    closing_reached_at DATETIME(3)   NULL,
    PRIMARY KEY (edition_id, member)
);

-- What was counted: each message id once for a board and member. The columns of the edition over all are NULL on a board
-- without partitions. period_key: the period of a sliding board's figures, as its edition has none. By time, as a sliding
-- board's log goes day by day.
CREATE TABLE IF NOT EXISTS board_score_log (
    board          VARCHAR(32)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    member         VARCHAR(64)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    message_id     VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    edition_id     BIGINT       NOT NULL,
    score_before   BIGINT       NULL,
    score_after    BIGINT       NOT NULL,
    all_edition_id BIGINT       NULL,
    all_before     BIGINT       NULL,
    all_after      BIGINT       NULL,
    occurred_at    DATETIME(3)  NOT NULL,
    recorded_at    DATETIME(3)  NOT NULL,
    period_key     VARCHAR(50)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    PRIMARY KEY (board, member, message_id),
    KEY by_edition (edition_id, occurred_at)
);

-- Members that are left out of all rankings of a board.
CREATE TABLE IF NOT EXISTS board_hidden (
    board     VARCHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    member    VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    hidden_at DATETIME(3) NOT NULL,
    PRIMARY KEY (board, member)
);
