-- The versions of the rulebook. Rows are never changed, except that a version is withdrawn before it is valid.
CREATE TABLE rulebook_version (
    number       BIGINT       NOT NULL PRIMARY KEY,
    document     LONGTEXT     NOT NULL,
    digest       CHAR(64)     CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    valid_from   DATETIME(6)  NOT NULL,
    published_at DATETIME(6)  NOT NULL,
    author       VARCHAR(255) NULL,
    reason       VARCHAR(200) NULL,
    source       VARCHAR(20)  NOT NULL,
    withdrawn_at DATETIME(6)  NULL,
    KEY rulebook_version_digest (digest)
);
