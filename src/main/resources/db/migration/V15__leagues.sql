-- Weeks of leagues. next_day: the day after the last. seated: whether all who had points when the week could begin have
-- got their seats. sealed_at: points recorded from then on do not count. ended_at: when the week was proven; with it
-- members, points, promoted and demoted. failure: why the last try to end it was refused.
CREATE TABLE IF NOT EXISTS league_week (
    first_day DATE         NOT NULL,
    next_day  DATE         NOT NULL,
    seated    BOOLEAN      NOT NULL DEFAULT FALSE,
    sealed_at DATETIME(3)  NULL,
    ended_at  DATETIME(3)  NULL,
    members   BIGINT       NULL,
    points    BIGINT       NULL,
    promoted  BIGINT       NULL,
    demoted   BIGINT       NULL,
    failure   VARCHAR(200) NULL,
    PRIMARY KEY (first_day)
);

-- Learners who are ranked among themselves. pace: of their last active week. seats: how many were given; who gives one
-- holds the row's lock.
CREATE TABLE IF NOT EXISTS league_cohort (
    id        BIGINT      NOT NULL AUTO_INCREMENT,
    first_day DATE        NOT NULL,
    tier      VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    pace      INT         NOT NULL,
    seats     INT         NOT NULL,
    PRIMARY KEY (id),
    KEY by_week (first_day, tier, pace, seats)
);

-- Who is in a cohort. place, active (how many in the cohort had points) and next_tier are set when the week ends.
CREATE TABLE IF NOT EXISTS league_member (
    user_id    BIGINT      NOT NULL,
    first_day  DATE        NOT NULL,
    cohort_id  BIGINT      NOT NULL,
    seat       INT         NOT NULL,
    tier       VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    points     BIGINT      NOT NULL,
    reached_at DATETIME(3) NOT NULL,
    place      INT         NULL,
    active     INT         NULL,
    next_tier  VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NULL,
    PRIMARY KEY (user_id, first_day),
    UNIQUE KEY by_seat (cohort_id, seat)
);
