-- The audit trail: a row for every learner and day. Partitioned by month of the day; the partition 'ahead' holds what
-- has no partition of its own yet.
CREATE TABLE sign_in_log (
    user_id   BIGINT      NOT NULL,
    day       DATE        NOT NULL,
    kind      VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    streak    INT         NOT NULL,
    points    INT         NOT NULL,
    signed_at DATETIME(3) NOT NULL,
    PRIMARY KEY (user_id, day)
) PARTITION BY RANGE COLUMNS (day) (PARTITION ahead VALUES LESS THAN (MAXVALUE));

-- The durable calendar: days and make_ups hold a bit for each day of the month, the lowest for the first.
CREATE TABLE sign_in_month (
    user_id  BIGINT       NOT NULL,
    month    DATE         NOT NULL,
    days     INT UNSIGNED NOT NULL,
    make_ups INT UNSIGNED NOT NULL,
    PRIMARY KEY (user_id, month)
);
