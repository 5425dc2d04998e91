-- The steps in which a season is settled. epoch counts the tries: only the latest may finish a step.
CREATE TABLE settlement_step (
    season_id   BIGINT       NOT NULL,
    step        VARCHAR(10)  NOT NULL,
    state       VARCHAR(10)  NOT NULL,
    epoch       INT          NOT NULL,
    waived      BOOLEAN      NOT NULL,
    started_at  DATETIME(3)  NULL,
    finished_at DATETIME(3)  NULL,
    learners    BIGINT       NULL,
    points      BIGINT       NULL,
    detail      VARCHAR(500) NULL,
    PRIMARY KEY (season_id, step)
);

-- Stretches of ranks that are copied into the season's table, by any instance. epoch counts the claims: only the latest
-- may write.
CREATE TABLE settlement_page (
    season_id   BIGINT      NOT NULL,
    page        INT         NOT NULL,
    first_rank  INT         NOT NULL,
    size        INT         NOT NULL,
    done        BOOLEAN     NOT NULL,
    epoch       INT         NOT NULL,
    claimed_at  DATETIME(3) NULL,
    finished_at DATETIME(3) NULL,
    learners    BIGINT      NULL,
    points      BIGINT      NULL,
    PRIMARY KEY (season_id, page)
);
