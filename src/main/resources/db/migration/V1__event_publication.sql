-- The event publication registry. Rows are deleted on completion; what failed too often is moved to the parked table.
CREATE TABLE event_publication (
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
    KEY by_status (status, publication_date)
);

CREATE TABLE event_publication_parked LIKE event_publication;
