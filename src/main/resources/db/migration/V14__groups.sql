-- Groups of learners. service_key: how a service names its group; null: learners made it. code: with it learners join;
-- null: they cannot. A group without members has no row.
CREATE TABLE IF NOT EXISTS learner_group (
    id          BIGINT       NOT NULL AUTO_INCREMENT,
    name        VARCHAR(60)  NOT NULL,
    service_key VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    code        VARCHAR(20)  CHARACTER SET ascii COLLATE ascii_bin NULL,
    created_at  DATETIME(3)  NOT NULL,
    PRIMARY KEY (id),
    UNIQUE KEY by_key (service_key),
    UNIQUE KEY by_code (code)
);

-- role: MEMBER or OWNER. Rows of a group are changed by whoever holds the lock of its row above.
CREATE TABLE IF NOT EXISTS learner_group_member (
    group_id  BIGINT      NOT NULL,
    user_id   BIGINT      NOT NULL,
    role      VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    joined_at DATETIME(3) NOT NULL,
    PRIMARY KEY (group_id, user_id),
    KEY by_learner (user_id, group_id)
);
