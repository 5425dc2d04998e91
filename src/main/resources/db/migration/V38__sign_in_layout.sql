-- How learners are laid out in Redis: one row, written by the first start.
-- spread: REMAINDER, LEARNERS or PAGES; bitmaps: PER_LEARNER or PAGED.
CREATE TABLE IF NOT EXISTS sign_in_layout (
    id         TINYINT     NOT NULL,
    partitions INT         NOT NULL,
    spread     VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    bitmaps    VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    PRIMARY KEY (id)
);
