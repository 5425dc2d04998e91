-- Editions of configured boards that take no more scores. tries: rises when a copy begins; an older try writes nothing.
-- Set once the final ranking is proven: ascending (smaller scores are better), members, final_at.
CREATE TABLE IF NOT EXISTS board_final (
    edition_id BIGINT      NOT NULL,
    sealed_at  DATETIME(3) NOT NULL,
    tries      INT         NOT NULL DEFAULT 0,
    ascending  BOOLEAN     NOT NULL DEFAULT FALSE,
    members    BIGINT      NULL,
    final_at   DATETIME(3) NULL,
    PRIMARY KEY (edition_id),
    KEY by_state (final_at)
);

-- Final rankings. place: 1, 2, 3 without a gap; position: the rank, which equal scores may share. member NULL: a learner
-- who was deleted.
CREATE TABLE IF NOT EXISTS board_final_rank (
    edition_id BIGINT        NOT NULL,
    place      BIGINT        NOT NULL,
    position   BIGINT        NOT NULL,
    member     VARCHAR(64)   CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    score      BIGINT        NOT NULL,
    reached_at DATETIME(3)   NOT NULL,
    extra      VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    PRIMARY KEY (edition_id, place),
    UNIQUE KEY by_member (member, edition_id)
);

-- What a learner got for a rank (place) on a final ranking.
CREATE TABLE IF NOT EXISTS board_prize (
    user_id    BIGINT      NOT NULL,
    edition_id BIGINT      NOT NULL,
    board      VARCHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    period_key VARCHAR(50) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    place      BIGINT      NOT NULL,
    points     INT         NOT NULL,
    title      VARCHAR(50) NULL,
    given_at   DATETIME(3) NOT NULL,
    PRIMARY KEY (user_id, edition_id)
);
