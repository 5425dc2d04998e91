-- What admins did: written before an action begins, completed after it. outcome: BEGUN, DONE, REFUSED or FAILED.
CREATE TABLE admin_action (
    id         BIGINT                                                NOT NULL AUTO_INCREMENT,
    begun_at   DATETIME(3)                                           NOT NULL,
    admin      VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    method     VARCHAR(10)                                           NOT NULL,
    target     VARCHAR(1000)                                         NOT NULL,
    parameters TEXT                                                  NULL,
    reason     VARCHAR(500)                                          NULL,
    outcome    VARCHAR(10)                                           NOT NULL,
    status     SMALLINT                                              NULL,
    ended_at   DATETIME(3)                                           NULL,
    PRIMARY KEY (id),
    KEY by_time (begun_at)
);
