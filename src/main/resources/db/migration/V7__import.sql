CREATE TABLE import_run (
    id          BIGINT        NOT NULL AUTO_INCREMENT,
    state       VARCHAR(10)   NOT NULL,
    line_count  BIGINT        NOT NULL,
    awarded     BIGINT        NOT NULL,
    cut         BIGINT        NOT NULL,
    refused     BIGINT        NOT NULL,
    duplicate   BIGINT        NOT NULL,
    late        BIGINT        NOT NULL,
    invalid     BIGINT        NOT NULL,
    failure     VARCHAR(500)  NULL,
    started_at  DATETIME(3)   NOT NULL,
    updated_at  DATETIME(3)   NOT NULL,
    finished_at DATETIME(3)   NULL,
    PRIMARY KEY (id)
);

CREATE TABLE import_error (
    import_run_id BIGINT       NOT NULL,
    line          BIGINT       NOT NULL,
    message       VARCHAR(500) NOT NULL,
    PRIMARY KEY (import_run_id, line)
);
