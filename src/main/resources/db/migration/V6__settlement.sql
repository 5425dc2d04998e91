-- The steps in which a season is settled. epoch counts the tries: only the latest may finish a step.
CREATE TABLE IF NOT EXISTS settlement_step (
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
-- may write. claimed_by: the instance that has claimed a page, or copied it.
CREATE TABLE IF NOT EXISTS settlement_page (
    season_id   BIGINT       NOT NULL,
    page        INT          NOT NULL,
    first_rank  INT          NOT NULL,
    size        INT          NOT NULL,
    done        BOOLEAN      NOT NULL,
    epoch       INT          NOT NULL,
    claimed_at  DATETIME(3)  NULL,
    finished_at DATETIME(3)  NULL,
    learners    BIGINT       NULL,
    points      BIGINT       NULL,
    claimed_by  VARCHAR(100) NULL,
    PRIMARY KEY (season_id, page)
);

-- Rehearsals of settlements: what came of each season's last one. state: RUNNING, DONE or FAILED.
CREATE TABLE IF NOT EXISTS settlement_rehearsal (
    id          BIGINT       NOT NULL AUTO_INCREMENT,
    season_id   BIGINT       NOT NULL,
    state       VARCHAR(10)  NOT NULL,
    instance    VARCHAR(100) NOT NULL,
    started_at  DATETIME(3)  NOT NULL,
    finished_at DATETIME(3)  NULL,
    report      TEXT         NOT NULL,
    failure     VARCHAR(500) NULL,
    PRIMARY KEY (id),
    KEY by_season (season_id)
);
