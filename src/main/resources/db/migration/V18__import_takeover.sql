-- The file of an import that runs, compressed, in pieces.
CREATE TABLE IF NOT EXISTS import_chunk (
    import_run_id BIGINT     NOT NULL,
    number        INT        NOT NULL,
    content       MEDIUMBLOB NOT NULL,
    PRIMARY KEY (import_run_id, number)
);

-- Runs that were begun before have no file here: nobody can go on with them.
UPDATE import_run
   SET state = 'FAILED', failure = 'its instance was stopped; import the file again', finished_at = updated_at
 WHERE state = 'RUNNING';

-- version: only who knows the newest may write. lease_until: then another instance goes on after line_reached.
ALTER TABLE import_run
    ADD COLUMN version      BIGINT      NOT NULL DEFAULT 0,
    ADD COLUMN line_reached BIGINT      NOT NULL DEFAULT 0,
    ADD COLUMN prepared     BOOLEAN     NOT NULL DEFAULT FALSE,
    ADD COLUMN tries        INT         NOT NULL DEFAULT 0,
    ADD COLUMN lease_until  DATETIME(3) NULL;
