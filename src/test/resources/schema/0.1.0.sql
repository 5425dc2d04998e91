-- The schema of 0.1.0 as its migrations left it, with a little data. Never changed: later versions must start on it.

CREATE TABLE EVENT_PUBLICATION (
    id                     VARCHAR(36)  NOT NULL,
    listener_id            VARCHAR(512) NOT NULL,
    event_type             VARCHAR(512) NOT NULL,
    serialized_event       MEDIUMTEXT   NOT NULL,
    publication_date       DATETIME(6)  NOT NULL,
    completion_date        DATETIME(6)  NULL,
    status                 VARCHAR(20)  NULL,
    completion_attempts    INT          NULL,
    last_resubmission_date DATETIME(6)  NULL,
    PRIMARY KEY (id),
    KEY by_status (status, last_resubmission_date, publication_date)
);

CREATE TABLE event_publication_parked (
    id                     VARCHAR(36)  NOT NULL,
    listener_id            VARCHAR(512) NOT NULL,
    event_type             VARCHAR(512) NOT NULL,
    serialized_event       MEDIUMTEXT   NOT NULL,
    publication_date       DATETIME(6)  NOT NULL,
    completion_date        DATETIME(6)  NULL,
    status                 VARCHAR(20)  NULL,
    completion_attempts    INT          NULL,
    last_resubmission_date DATETIME(6)  NULL,
    reason                 VARCHAR(500) NULL,
    PRIMARY KEY (id),
    KEY by_status (status, publication_date)
);

SET @create_view = IF(@@lower_case_table_names = 0,
    'CREATE OR REPLACE VIEW event_publication AS SELECT * FROM EVENT_PUBLICATION', 'DO 0');
PREPARE create_view FROM @create_view;
EXECUTE create_view;
DEALLOCATE PREPARE create_view;

CREATE TABLE learner (
    user_id BIGINT       NOT NULL,
    name    VARCHAR(100) NOT NULL,
    avatar  VARCHAR(500) CHARACTER SET ascii COLLATE ascii_bin NULL,
    is_set  BOOLEAN      NOT NULL DEFAULT FALSE,
    PRIMARY KEY (user_id)
);

CREATE TABLE learner_deleted (
    user_id     BIGINT      NOT NULL,
    deleted_at  DATETIME(3) NOT NULL,
    repeated_at DATETIME(3) NULL,
    number      BIGINT      NOT NULL AUTO_INCREMENT,
    PRIMARY KEY (user_id),
    KEY by_number (number)
);

CREATE TABLE admin_action (
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

CREATE TABLE season (
    id         BIGINT      NOT NULL AUTO_INCREMENT,
    name       VARCHAR(50) NOT NULL,
    starts_at  DATETIME(3) NOT NULL,
    ends_at    DATETIME(3) NOT NULL,
    state      VARCHAR(10) NOT NULL,
    learners   BIGINT      NULL,
    points     BIGINT      NULL,
    created_at DATETIME(3) NOT NULL,
    expired_at DATETIME(3) NULL,
    PRIMARY KEY (id),
    UNIQUE KEY by_start (starts_at)
);

CREATE TABLE season_hold (
    season_id  BIGINT       NOT NULL,
    owner      VARCHAR(100) NOT NULL,
    reason     VARCHAR(200) NOT NULL,
    held_until DATETIME(3)  NULL,
    created_at DATETIME(3)  NOT NULL,
    renewed_at DATETIME(3)  NOT NULL,
    PRIMARY KEY (season_id, owner),
    KEY by_owner (owner)
);

CREATE TABLE installation (
    id      TINYINT     NOT NULL,
    name    VARCHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    used_at DATETIME(3) NOT NULL,
    PRIMARY KEY (id)
);

INSERT INTO installation VALUES (1, '6f1c2f0e-5a51-4a0e-9d57-0c2b6a7f1d11', '2026-11-18 12:00:00.000');

CREATE TABLE sign_in_log (
    user_id   BIGINT      NOT NULL,
    day       DATE        NOT NULL,
    kind      VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    streak    INT         NOT NULL,
    points    INT         NOT NULL,
    signed_at DATETIME(3) NOT NULL,
    PRIMARY KEY (day, user_id)
) PARTITION BY RANGE COLUMNS (day) (PARTITION ahead VALUES LESS THAN (MAXVALUE));

CREATE TABLE sign_in_month (
    user_id  BIGINT       NOT NULL,
    month    DATE         NOT NULL,
    days     INT UNSIGNED NOT NULL,
    make_ups INT UNSIGNED NOT NULL,
    freezes  INT UNSIGNED NOT NULL DEFAULT 0,
    PRIMARY KEY (user_id, month)
) PARTITION BY RANGE COLUMNS (month) (PARTITION ahead VALUES LESS THAN (MAXVALUE));

CREATE TABLE sign_in_reconciliation (
    id           BIGINT        NOT NULL AUTO_INCREMENT,
    kind         VARCHAR(10)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    learner      BIGINT        NULL,
    since        DATE          NOT NULL,
    state        VARCHAR(10)   CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    started_at   DATETIME(3)   NOT NULL,
    updated_at   DATETIME(3)   NOT NULL,
    finished_at  DATETIME(3)   NULL,
    learners     BIGINT        NOT NULL DEFAULT 0,
    days         BIGINT        NOT NULL DEFAULT 0,
    only_mysql   BIGINT        NOT NULL DEFAULT 0,
    only_redis   BIGINT        NOT NULL DEFAULT 0,
    waiting      BIGINT        NOT NULL DEFAULT 0,
    repaired     BIGINT        NOT NULL DEFAULT 0,
    failure      VARCHAR(500)  NULL,
    partitions   VARCHAR(5000) CHARACTER SET ascii COLLATE ascii_bin NULL,
    PRIMARY KEY (id)
);

CREATE TABLE sign_in_layout (
    id         TINYINT     NOT NULL,
    partitions INT         NOT NULL,
    bitmaps    VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    PRIMARY KEY (id)
);

CREATE TABLE points_late (
    user_id     BIGINT       NOT NULL,
    type        VARCHAR(32)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    source_id   VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    home_season BIGINT       NOT NULL,
    season      BIGINT       NOT NULL,
    day         DATE         NOT NULL,
    points      INT          NOT NULL,
    occurred_at DATETIME(3)  NOT NULL,
    recorded_at DATETIME(3)  NOT NULL,
    PRIMARY KEY (user_id, type, source_id, home_season),
    KEY by_day (user_id, day, type),
    KEY by_home_season (home_season)
);

CREATE TABLE points_adjustment (
    request_id VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    user_id    BIGINT       NOT NULL,
    season     BIGINT       NOT NULL,
    requested  INT          NOT NULL,
    points     INT          NOT NULL,
    reason     VARCHAR(200) NOT NULL,
    admin      VARCHAR(255) NOT NULL,
    made_at    DATETIME(3)  NOT NULL,
    PRIMARY KEY (request_id),
    KEY by_time (made_at, request_id)
);

CREATE TABLE points_sum (
    season_id  BIGINT      NOT NULL,
    stripe     SMALLINT    NOT NULL,
    learners   BIGINT      NOT NULL,
    points     BIGINT      NOT NULL,
    changed_at DATETIME(3) NOT NULL,
    PRIMARY KEY (season_id, stripe)
);

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

CREATE TABLE settlement_page (
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

CREATE TABLE season_reward (
    user_id   BIGINT      NOT NULL,
    season_id BIGINT      NOT NULL,
    place     INT         NOT NULL,
    points    INT         NOT NULL,
    title     VARCHAR(50) NULL,
    PRIMARY KEY (user_id, season_id)
);

CREATE TABLE import_run (
    id           BIGINT       NOT NULL AUTO_INCREMENT,
    state        VARCHAR(10)  NOT NULL,
    line_count   BIGINT       NOT NULL,
    awarded      BIGINT       NOT NULL,
    cut          BIGINT       NOT NULL,
    refused      BIGINT       NOT NULL,
    duplicate    BIGINT       NOT NULL,
    late         BIGINT       NOT NULL,
    invalid      BIGINT       NOT NULL,
    failure      VARCHAR(500) NULL,
    started_at   DATETIME(3)  NOT NULL,
    updated_at   DATETIME(3)  NOT NULL,
    finished_at  DATETIME(3)  NULL,
    version      BIGINT       NOT NULL DEFAULT 0,
    line_reached BIGINT       NOT NULL DEFAULT 0,
    prepared     BOOLEAN      NOT NULL DEFAULT FALSE,
    tries        INT          NOT NULL DEFAULT 0,
    lease_until  DATETIME(3)  NULL,
    PRIMARY KEY (id)
);

CREATE TABLE import_chunk (
    import_run_id BIGINT     NOT NULL,
    number        INT        NOT NULL,
    content       MEDIUMBLOB NOT NULL,
    PRIMARY KEY (import_run_id, number)
);

CREATE TABLE import_error (
    import_run_id BIGINT       NOT NULL,
    line          BIGINT       NOT NULL,
    mistake       TEXT         NOT NULL,
    PRIMARY KEY (import_run_id, line)
);

CREATE TABLE board (
    name VARCHAR(32)   CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    rule VARCHAR(2000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    PRIMARY KEY (name)
);

CREATE TABLE board_edition (
    id            BIGINT      NOT NULL AUTO_INCREMENT,
    board         VARCHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    period_key    VARCHAR(50) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    partition_key VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    version       INT         NOT NULL,
    starts_at     DATETIME(3) NULL,
    ends_at       DATETIME(3) NULL,
    kept_until    DATETIME(3) NULL,
    created_at    DATETIME(3) NOT NULL,
    replaced_at   DATETIME(3) NULL,
    closed_at     DATETIME(3) NULL,
    removed_at    DATETIME(3) NULL,
    series_id     BIGINT      NULL,
    PRIMARY KEY (id),
    UNIQUE KEY by_name (board, period_key, partition_key, version),
    KEY by_board (board, id),
    KEY by_end (closed_at, ends_at),
    KEY by_retention (kept_until),
    KEY by_series (series_id)
);

CREATE TABLE board_score (
    edition_id         BIGINT        NOT NULL,
    member             VARCHAR(64)   CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    score              BIGINT        NOT NULL,
    reached_at         DATETIME(3)   NULL,
    occurred_at        DATETIME(3)   NULL,
    corrections        INT           NOT NULL,
    extra              VARCHAR(1024) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    hidden             BOOLEAN       NOT NULL,
    days               VARCHAR(2000) CHARACTER SET ascii COLLATE ascii_bin NULL,
    closing_until      DATETIME(3)   NULL,
    closing_score      BIGINT        NULL,
    closing_reached_at DATETIME(3)   NULL,
    PRIMARY KEY (edition_id, member)
);

CREATE TABLE board_score_log (
    board          VARCHAR(32)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    member         VARCHAR(64)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    message_id     VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    edition_id     BIGINT       NOT NULL,
    score_before   BIGINT       NULL,
    score_after    BIGINT       NOT NULL,
    all_edition_id BIGINT       NULL,
    all_before     BIGINT       NULL,
    all_after      BIGINT       NULL,
    occurred_at    DATETIME(3)  NOT NULL,
    recorded_at    DATETIME(3)  NOT NULL,
    period_key     VARCHAR(50)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    PRIMARY KEY (board, member, message_id),
    KEY by_edition (edition_id, occurred_at)
);

CREATE TABLE board_hidden (
    board     VARCHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    member    VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    hidden_at DATETIME(3) NOT NULL,
    PRIMARY KEY (board, member)
);

CREATE TABLE flyway_schema_history (
    installed_rank INT           NOT NULL,
    version        VARCHAR(50)   NULL,
    description    VARCHAR(200)  NOT NULL,
    type           VARCHAR(20)   NOT NULL,
    script         VARCHAR(1000) NOT NULL,
    checksum       INT           NULL,
    installed_by   VARCHAR(100)  NOT NULL,
    installed_on   TIMESTAMP     NOT NULL DEFAULT CURRENT_TIMESTAMP,
    execution_time INT           NOT NULL,
    success        BOOLEAN       NOT NULL,
    PRIMARY KEY (installed_rank),
    KEY flyway_schema_history_s_idx (success)
);

INSERT INTO flyway_schema_history VALUES
    (1, '1', 'event publication', 'SQL', 'V1__event_publication.sql', -32637836, 'streakboard', '2026-11-23 12:00:00', 10, TRUE),
    (2, '2', 'identity', 'SQL', 'V2__identity.sql', 1829376710, 'streakboard', '2026-11-23 12:00:00', 10, TRUE),
    (3, '3', 'season', 'SQL', 'V3__season.sql', 927811613, 'streakboard', '2026-11-23 12:00:00', 10, TRUE),
    (4, '4', 'signin', 'SQL', 'V4__signin.sql', -1345161444, 'streakboard', '2026-11-23 12:00:00', 10, TRUE),
    (5, '5', 'points', 'SQL', 'V5__points.sql', 1711723402, 'streakboard', '2026-11-23 12:00:00', 10, TRUE),
    (6, '6', 'settlement', 'SQL', 'V6__settlement.sql', -1734573076, 'streakboard', '2026-11-23 12:00:00', 10, TRUE),
    (7, '7', 'rewards', 'SQL', 'V7__rewards.sql', -1611705260, 'streakboard', '2026-11-23 12:00:00', 10, TRUE),
    (8, '8', 'imports', 'SQL', 'V8__imports.sql', -262038588, 'streakboard', '2026-11-23 12:00:00', 10, TRUE),
    (9, '9', 'leaderboard', 'SQL', 'V9__leaderboard.sql', -1227808421, 'streakboard', '2026-11-23 12:00:00', 10, TRUE);

CREATE TABLE season_history_1 (
    installed_rank INT           NOT NULL,
    version        VARCHAR(50)   NULL,
    description    VARCHAR(200)  NOT NULL,
    type           VARCHAR(20)   NOT NULL,
    script         VARCHAR(1000) NOT NULL,
    checksum       INT           NULL,
    installed_by   VARCHAR(100)  NOT NULL,
    installed_on   TIMESTAMP     NOT NULL DEFAULT CURRENT_TIMESTAMP,
    execution_time INT           NOT NULL,
    success        BOOLEAN       NOT NULL,
    PRIMARY KEY (installed_rank),
    KEY flyway_schema_history_s_idx (success)
);

INSERT INTO season_history_1 VALUES
    (1, '1', 'season', 'SQL', 'V1__season.sql', 1744076754, 'streakboard', '2026-11-23 12:00:00', 10, TRUE);

CREATE TABLE points_record_1 (
    user_id     BIGINT       NOT NULL,
    type        VARCHAR(32)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    source_id   VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    day         DATE         NOT NULL,
    points      INT          NOT NULL,
    outcome     VARCHAR(10)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    reasons     VARCHAR(1300) NULL,
    occurred_at DATETIME(3)  NOT NULL,
    recorded_at DATETIME(3)  NOT NULL,
    home_season BIGINT       NOT NULL DEFAULT 1,
    PRIMARY KEY (user_id, type, source_id, home_season),
    KEY by_day (day, user_id, type)
);

CREATE TABLE points_total_1 (
    user_id            BIGINT      NOT NULL,
    points             BIGINT      NOT NULL,
    reached_at         DATETIME(3) NULL,
    corrections        INT         NOT NULL,
    updated_at         DATETIME(3) NOT NULL,
    closing_until      DATETIME(3) NULL,
    closing_points     BIGINT      NULL,
    closing_reached_at DATETIME(3) NULL,
    PRIMARY KEY (user_id)
);

CREATE TABLE points_board_1 (
    id         INT         NOT NULL,
    user_id    BIGINT      NOT NULL,
    points     BIGINT      NOT NULL,
    reached_at DATETIME(3) NOT NULL,
    PRIMARY KEY (id)
);

CREATE TABLE season_history_2 (
    installed_rank INT           NOT NULL,
    version        VARCHAR(50)   NULL,
    description    VARCHAR(200)  NOT NULL,
    type           VARCHAR(20)   NOT NULL,
    script         VARCHAR(1000) NOT NULL,
    checksum       INT           NULL,
    installed_by   VARCHAR(100)  NOT NULL,
    installed_on   TIMESTAMP     NOT NULL DEFAULT CURRENT_TIMESTAMP,
    execution_time INT           NOT NULL,
    success        BOOLEAN       NOT NULL,
    PRIMARY KEY (installed_rank),
    KEY flyway_schema_history_s_idx (success)
);

INSERT INTO season_history_2 VALUES
    (1, '1', 'season', 'SQL', 'V1__season.sql', 1744076754, 'streakboard', '2026-11-23 12:00:00', 10, TRUE);

CREATE TABLE points_record_2 (
    user_id     BIGINT       NOT NULL,
    type        VARCHAR(32)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    source_id   VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    day         DATE         NOT NULL,
    points      INT          NOT NULL,
    outcome     VARCHAR(10)  CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    reasons     VARCHAR(1300) NULL,
    occurred_at DATETIME(3)  NOT NULL,
    recorded_at DATETIME(3)  NOT NULL,
    home_season BIGINT       NOT NULL DEFAULT 2,
    PRIMARY KEY (user_id, type, source_id, home_season),
    KEY by_day (day, user_id, type)
);

CREATE TABLE points_total_2 (
    user_id            BIGINT      NOT NULL,
    points             BIGINT      NOT NULL,
    reached_at         DATETIME(3) NULL,
    corrections        INT         NOT NULL,
    updated_at         DATETIME(3) NOT NULL,
    closing_until      DATETIME(3) NULL,
    closing_points     BIGINT      NULL,
    closing_reached_at DATETIME(3) NULL,
    PRIMARY KEY (user_id)
);

CREATE TABLE points_board_2 (
    id         INT         NOT NULL,
    user_id    BIGINT      NOT NULL,
    points     BIGINT      NOT NULL,
    reached_at DATETIME(3) NOT NULL,
    PRIMARY KEY (id)
);

ALTER TABLE points_board_1 ADD KEY by_learner (user_id, points, reached_at);

INSERT INTO season (id, name, starts_at, ends_at, state, learners, points, created_at) VALUES
    (1, '2026-10', '2026-09-30 16:00:00', '2026-10-31 16:00:00', 'SETTLED', 2, 30, '2026-08-31 16:00:00'),
    (2, '2026-11', '2026-10-31 16:00:00', '2026-11-30 16:00:00', 'OPEN', NULL, NULL, '2026-09-30 16:00:00');

INSERT INTO learner (user_id, name) VALUES (41, 'Ada'), (42, 'Grace');

INSERT INTO sign_in_log VALUES
    (41, '2026-11-16', 'REGULAR', 1, 10, '2026-11-16 02:00:00'),
    (41, '2026-11-17', 'REGULAR', 2, 20, '2026-11-17 02:00:00');

INSERT INTO sign_in_month (user_id, month, days, make_ups) VALUES (41, '2026-11-01', 98304, 0);

INSERT INTO points_record_1
    (user_id, type, source_id, day, points, outcome, reasons, occurred_at, recorded_at, home_season) VALUES
    (41, 'REVIEW', 'r1', '2026-10-10', 10, 'AWARDED', NULL, '2026-10-10 04:00:00', '2026-10-10 04:00:01', 1),
    (41, 'REVIEW', 'r2', '2026-10-11', 10, 'AWARDED', NULL, '2026-10-11 04:00:00', '2026-10-11 04:00:01', 1),
    (42, 'REVIEW', 'r1', '2026-10-10', 10, 'AWARDED', NULL, '2026-10-10 04:00:00', '2026-10-10 04:00:01', 1),
    (42, 'RETIRED', 'x', '2026-10-10', 0, 'AWARDED', NULL, '2026-10-10 04:00:00', '2026-10-10 04:00:01', 1);

INSERT INTO points_total_1 (user_id, points, reached_at, corrections, updated_at) VALUES
    (41, 20, '2026-10-11 04:00:00', 0, '2026-10-11 04:00:01'),
    (42, 10, '2026-10-10 04:00:00', 0, '2026-10-10 04:00:01');

INSERT INTO points_board_1 VALUES (1, 41, 20, '2026-10-11 04:00:00'), (2, 42, 10, '2026-10-10 04:00:00');

INSERT INTO points_record_2
    (user_id, type, source_id, day, points, outcome, reasons, occurred_at, recorded_at, home_season) VALUES
    (41, 'SIGN_IN', '2026-11-16', '2026-11-16', 10, 'AWARDED', NULL, '2026-11-16 02:00:00', '2026-11-16 02:00:01', 2),
    (41, 'SIGN_IN', '2026-11-17', '2026-11-17', 20, 'AWARDED', NULL, '2026-11-17 02:00:00', '2026-11-17 02:00:01', 2);

INSERT INTO points_total_2 (user_id, points, reached_at, corrections, updated_at) VALUES
    (41, 30, '2026-11-17 02:00:00', 0, '2026-11-17 02:00:01');

INSERT INTO points_sum VALUES (1, 0, 2, 30, '2026-10-11 04:00:01'), (2, 0, 1, 30, '2026-11-17 02:00:01');

INSERT INTO season_reward VALUES (41, 1, 1, 500, 'Champion');
