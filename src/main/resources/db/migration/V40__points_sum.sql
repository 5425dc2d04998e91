-- The sums over a season's totals, in several rows: each transaction that changes totals adds to one of them.
CREATE TABLE IF NOT EXISTS points_sum (
    season_id  BIGINT      NOT NULL,
    stripe     SMALLINT    NOT NULL,
    learners   BIGINT      NOT NULL,
    points     BIGINT      NOT NULL,
    changed_at DATETIME(3) NOT NULL,
    PRIMARY KEY (season_id, stripe)
);
