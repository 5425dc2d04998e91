-- Rehearsals of settlements: what came of each season's last one. state: RUNNING, DONE or FAILED.
CREATE TABLE settlement_rehearsal (
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
