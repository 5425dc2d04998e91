-- The comparisons of bitmaps with the durable calendar: what is under way, and what the last ones found.
CREATE TABLE IF NOT EXISTS sign_in_reconciliation (
    id           BIGINT       NOT NULL AUTO_INCREMENT,
    kind         VARCHAR(10)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    learner      BIGINT,
    since        DATE         NOT NULL,
    state        VARCHAR(10)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    started_at   DATETIME(3)  NOT NULL,
    updated_at   DATETIME(3)  NOT NULL,
    finished_at  DATETIME(3),
    learners     BIGINT       NOT NULL DEFAULT 0,
    days         BIGINT       NOT NULL DEFAULT 0,
    only_mysql   BIGINT       NOT NULL DEFAULT 0,
    only_redis   BIGINT       NOT NULL DEFAULT 0,
    waiting      BIGINT       NOT NULL DEFAULT 0,
    repaired     BIGINT       NOT NULL DEFAULT 0,
    failure      VARCHAR(500),
    PRIMARY KEY (id)
);
