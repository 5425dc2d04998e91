-- What learners have chosen to be on boards; none for those who never chose. board: SHOWN, NUMBER or HIDDEN. number grows
-- with each change, so that instances read only what was changed.
CREATE TABLE IF NOT EXISTS learner_privacy (
    user_id    BIGINT      NOT NULL,
    board      VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    changed_at DATETIME(3) NOT NULL,
    number     BIGINT      NOT NULL AUTO_INCREMENT,
    PRIMARY KEY (user_id),
    KEY by_number (number)
);

-- One row: the key that stand-ins of learners and cursors of boards are made with.
CREATE TABLE IF NOT EXISTS board_secret (
    id     TINYINT       NOT NULL,
    secret VARBINARY(32) NOT NULL,
    PRIMARY KEY (id)
);

INSERT INTO board_secret (id, secret) VALUES (1, RANDOM_BYTES(32)) ON DUPLICATE KEY UPDATE id = 1;
