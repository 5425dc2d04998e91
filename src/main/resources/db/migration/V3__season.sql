-- A season: a span of time in which points are collected and ranked. state: PLANNED (its tables are being made),
-- UPCOMING, OPEN, ENDED, SETTLING (sealed: takes no more points), SETTLED. learners and points are set when it settles.
CREATE TABLE season (
    id         BIGINT      NOT NULL AUTO_INCREMENT,
    name       VARCHAR(50) NOT NULL,
    starts_at  DATETIME(3) NOT NULL,
    ends_at    DATETIME(3) NOT NULL,
    state      VARCHAR(10) NOT NULL,
    learners   BIGINT      NULL,
    points     BIGINT      NULL,
    created_at DATETIME(3) NOT NULL,
    PRIMARY KEY (id),
    UNIQUE KEY by_start (starts_at)
);
