-- The instances that run, each with the most connections that its pool opens. Rows of dead instances go after a minute.
CREATE TABLE IF NOT EXISTS instance (
    id          CHAR(36)    CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    connections INT         NOT NULL,
    seen_at     DATETIME(3) NOT NULL,
    PRIMARY KEY (id)
);
