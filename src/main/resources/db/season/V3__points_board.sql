-- The settled board of one season: id is the rank. The learner's key is built after the copy.
CREATE TABLE IF NOT EXISTS points_board_${season} (
    id         INT         NOT NULL,
    user_id    BIGINT      NOT NULL,
    points     BIGINT      NOT NULL,
    reached_at DATETIME(3) NOT NULL,
    PRIMARY KEY (id)
);
