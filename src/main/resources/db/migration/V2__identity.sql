-- is_set: the platform has set the name, and no token replaces it.
CREATE TABLE IF NOT EXISTS learner (
    user_id BIGINT       NOT NULL,
    name    VARCHAR(100) NOT NULL,
    avatar  VARCHAR(500) CHARACTER SET ascii COLLATE ascii_bin NULL,
    is_set  BOOLEAN      NOT NULL DEFAULT FALSE,
    PRIMARY KEY (user_id)
);

-- Learners whose data was deleted: nothing of them is taken any more. repeated_at: when it was deleted a second time,
-- after all that was under way. number counts deletions, so that instances read only what was added.
CREATE TABLE IF NOT EXISTS learner_deleted (
    user_id     BIGINT      NOT NULL,
    deleted_at  DATETIME(3) NOT NULL,
    repeated_at DATETIME(3) NULL,
    number      BIGINT      NOT NULL AUTO_INCREMENT,
    PRIMARY KEY (user_id),
    KEY by_number (number)
);

-- What admins did: written before an action begins, completed after it. outcome: BEGUN, DONE, REFUSED or FAILED.
CREATE TABLE IF NOT EXISTS admin_action (
    id         BIGINT        NOT NULL AUTO_INCREMENT,
    begun_at   DATETIME(3)   NOT NULL,
    admin      VARCHAR(255)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    method     VARCHAR(10)   NOT NULL,
    target     VARCHAR(1000) NOT NULL,
    parameters TEXT          NULL,
    reason     VARCHAR(500)  NULL,
    outcome    VARCHAR(10)   NOT NULL,
    status     SMALLINT      NULL,
    ended_at   DATETIME(3)   NULL,
    PRIMARY KEY (id),
    KEY by_time (begun_at)
);
