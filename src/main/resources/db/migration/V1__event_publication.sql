-- The event publication registry, under the name that Spring Modulith has for it. Rows are deleted on completion; what
-- failed too often is moved to the parked table. Failed publications are read in the order of their last try.
CREATE TABLE IF NOT EXISTS EVENT_PUBLICATION (
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

-- reason: why a publication was given up.
CREATE TABLE IF NOT EXISTS event_publication_parked (
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

-- Where names of tables are case-sensitive, the table can be read under the name that all others are written in, too.
SET @create_view = IF(@@lower_case_table_names = 0,
    'CREATE OR REPLACE VIEW event_publication AS SELECT * FROM EVENT_PUBLICATION', 'DO 0');
PREPARE create_view FROM @create_view;
EXECUTE create_view;
DEALLOCATE PREPARE create_view;
