-- The feed. id: in the order of writing. position: the place in the feed, given after the commit; null until then.
CREATE TABLE IF NOT EXISTS feed (
    id         BIGINT       NOT NULL AUTO_INCREMENT,
    position   BIGINT       NULL,
    event_id   VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    type       VARCHAR(40)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    subject    VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    at         DATETIME(3)  NOT NULL,
    data       TEXT         NOT NULL,
    written_at DATETIME(3)  NOT NULL,
    PRIMARY KEY (id),
    UNIQUE KEY by_position (position),
    KEY by_subject (subject)
);

-- One row: the last position given, and the last that was removed because it was kept long enough. Who gives positions
-- holds its lock.
CREATE TABLE IF NOT EXISTS feed_head (
    id       TINYINT NOT NULL,
    position BIGINT  NOT NULL,
    removed  BIGINT  NOT NULL,
    PRIMARY KEY (id)
);

INSERT INTO feed_head (id, position, removed) VALUES (1, 0, 0) ON DUPLICATE KEY UPDATE id = 1;

-- What each webhook has to get: events behind a position. id 0: all to come; else the last position of a call that
-- failed. next_try_at null: not before an admin says so.
CREATE TABLE IF NOT EXISTS webhook (
    name        VARCHAR(32)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    id          BIGINT       NOT NULL,
    position    BIGINT       NOT NULL,
    tries       INT          NOT NULL DEFAULT 0,
    failed_at   DATETIME(3)  NULL,
    next_try_at DATETIME(3)  NULL,
    error       VARCHAR(500) NULL,
    PRIMARY KEY (name, id)
);
