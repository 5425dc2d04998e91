-- The audit trail: a row for every learner and day. The key begins with the day: what is written on one day stands
-- together in it, and not on a page for each learner. Partitioned by month of the day; the partition 'ahead' holds what
-- has no partition of its own yet, and a job adds the months.
CREATE TABLE IF NOT EXISTS sign_in_log (
    user_id   BIGINT      NOT NULL,
    day       DATE        NOT NULL,
    kind      VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    streak    INT         NOT NULL,
    points    INT         NOT NULL,
    signed_at DATETIME(3) NOT NULL,
    PRIMARY KEY (day, user_id)
) PARTITION BY RANGE COLUMNS (day) (PARTITION ahead VALUES LESS THAN (MAXVALUE));

-- The durable calendar: days, make_ups and freezes (missed days that a freeze bridged) hold a bit for each day of the
-- month, the lowest for the first. By month, as the log is: what is asked of all learners about a month reads that
-- month's partition only.
CREATE TABLE IF NOT EXISTS sign_in_month (
    user_id  BIGINT       NOT NULL,
    month    DATE         NOT NULL,
    days     INT UNSIGNED NOT NULL,
    make_ups INT UNSIGNED NOT NULL,
    freezes  INT UNSIGNED NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, month)
) PARTITION BY RANGE COLUMNS (month) (PARTITION ahead VALUES LESS THAN (MAXVALUE));

-- The comparisons of bitmaps with the durable calendar: what is under way, and what the last ones found. partitions: the
-- only ones that are compared, '0,3,17'; NULL: all.
CREATE TABLE IF NOT EXISTS sign_in_reconciliation (
    id           BIGINT        NOT NULL AUTO_INCREMENT,
    kind         VARCHAR(10)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    learner      BIGINT        NULL,
    since        DATE          NOT NULL,
    state        VARCHAR(10)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    started_at   DATETIME(3)   NOT NULL,
    updated_at   DATETIME(3)   NOT NULL,
    finished_at  DATETIME(3)   NULL,
    learners     BIGINT        NOT NULL DEFAULT 0,
    days         BIGINT        NOT NULL DEFAULT 0,
    only_mysql   BIGINT        NOT NULL DEFAULT 0,
    only_redis   BIGINT        NOT NULL DEFAULT 0,
    waiting      BIGINT        NOT NULL DEFAULT 0,
    repaired     BIGINT        NOT NULL DEFAULT 0,
    failure      VARCHAR(500)  NULL,
    partitions   VARCHAR(5000) CHARACTER SET ascii COLLATE ascii_bin NULL,
    PRIMARY KEY (id)
);

-- How learners are laid out in Redis: one row, written by the first start.
-- bitmaps: PER_LEARNER or PAGED.
CREATE TABLE IF NOT EXISTS sign_in_layout (
    id         TINYINT     NOT NULL,
    partitions INT         NOT NULL,
    bitmaps    VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    PRIMARY KEY (id)
);
