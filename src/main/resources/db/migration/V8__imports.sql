-- version: only who knows the newest may write. lease_until: then another instance goes on after line_reached.
CREATE TABLE IF NOT EXISTS import_run (
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

-- The file of an import that runs, compressed, in pieces.
CREATE TABLE IF NOT EXISTS import_chunk (
    import_run_id BIGINT     NOT NULL,
    number        INT        NOT NULL,
    content       MEDIUMBLOB NOT NULL,
    PRIMARY KEY (import_run_id, number)
);

CREATE TABLE IF NOT EXISTS import_error (
    import_run_id BIGINT       NOT NULL,
    line          BIGINT       NOT NULL,
    mistake       TEXT         NOT NULL,
    PRIMARY KEY (import_run_id, line)
);
