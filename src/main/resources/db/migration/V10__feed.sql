-- Events that were published and have no position in the feed yet. user_id: whose data an event has, null if nobody's.
CREATE TABLE IF NOT EXISTS feed_outbox (
    id       BIGINT       NOT NULL AUTO_INCREMENT,
    event_id VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    type     VARCHAR(40)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    subject  VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    user_id  BIGINT       NULL,
    at       DATETIME(3)  NOT NULL,
    data     TEXT         NOT NULL,
    PRIMARY KEY (id),
    KEY by_learner (user_id)
);

-- The feed, in its order. placed_at: when the event got its position.
CREATE TABLE IF NOT EXISTS feed (
    position  BIGINT       NOT NULL,
    event_id  VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    type      VARCHAR(40)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    subject   VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    user_id   BIGINT       NULL,
    at        DATETIME(3)  NOT NULL,
    data      TEXT         NOT NULL,
    placed_at DATETIME(3)  NOT NULL,
    PRIMARY KEY (position),
    KEY by_learner (user_id)
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

-- How far each webhook is. call_end: the last position of a call that failed. stopped: the receiver wants no more.
CREATE TABLE IF NOT EXISTS webhook (
    name            VARCHAR(32)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    position        BIGINT       NOT NULL,
    call_end        BIGINT       NULL,
    attempts        INT          NOT NULL DEFAULT 0,
    failing_since   DATETIME(3)  NULL,
    next_attempt_at DATETIME(3)  NULL,
    last_error      VARCHAR(500) NULL,
    stopped         BOOLEAN      NOT NULL DEFAULT FALSE,
    PRIMARY KEY (name)
);

-- What could not be delivered to a webhook: events behind from_position, up to to_position.
CREATE TABLE IF NOT EXISTS webhook_parked (
    id            BIGINT       NOT NULL AUTO_INCREMENT,
    name          VARCHAR(32)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    from_position BIGINT       NOT NULL,
    to_position   BIGINT       NOT NULL,
    reason        VARCHAR(500) NOT NULL,
    parked_at     DATETIME(3)  NOT NULL,
    replay        BOOLEAN      NOT NULL DEFAULT FALSE,
    PRIMARY KEY (id),
    KEY by_webhook (name, id)
);
