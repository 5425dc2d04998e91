-- Points that learners had before the first season. They count in sums over all time, and in no season.
CREATE TABLE IF NOT EXISTS points_opening (
    user_id     BIGINT       NOT NULL,
    source_id   VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    points      BIGINT       NOT NULL,
    recorded_at DATETIME(3)  NOT NULL,
    PRIMARY KEY (user_id, source_id)
);

-- kind: what the lines of the file are. accepted: lines taken in, of kinds that pay nothing. dry_run: takes nothing in.
ALTER TABLE import_run
    ADD COLUMN kind     VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'activities',
    ADD COLUMN dry_run  BOOLEAN NOT NULL DEFAULT FALSE,
    ADD COLUMN accepted BIGINT  NOT NULL DEFAULT 0;
