-- Badges that learners have: a row for each badge and level. number names the row in the status list of credentials. A
-- withdrawn badge keeps its row, so that it is not given again. Of a deleted learner's row the number is left: user_id is
-- its negative, badge is empty.
CREATE TABLE IF NOT EXISTS badge_given (
    user_id      BIGINT      NOT NULL,
    badge        VARCHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    level        BIGINT      NOT NULL,
    number       BIGINT      NOT NULL AUTO_INCREMENT,
    given_at     DATETIME(3) NOT NULL,
    withdrawn_at DATETIME(3) NULL,
    PRIMARY KEY (user_id, badge, level),
    UNIQUE KEY by_number (number),
    KEY by_badge (badge, level, withdrawn_at),
    KEY by_withdrawal (withdrawn_at, number)
);

-- Runs over all learners. wanted: what the run is for, a digest of the badges. learner_reached: all learners up to this
-- one are done.
CREATE TABLE IF NOT EXISTS badge_run (
    id              BIGINT       NOT NULL AUTO_INCREMENT,
    wanted          VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    state           VARCHAR(10)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    learner_reached BIGINT       NOT NULL,
    learners        BIGINT       NOT NULL,
    given           BIGINT       NOT NULL,
    started_at      DATETIME(3)  NOT NULL,
    updated_at      DATETIME(3)  NOT NULL,
    finished_at     DATETIME(3)  NULL,
    failure         VARCHAR(500) NULL,
    PRIMARY KEY (id)
);
