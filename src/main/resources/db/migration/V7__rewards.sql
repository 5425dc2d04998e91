-- What a learner got for a rank (place) in a season.
CREATE TABLE IF NOT EXISTS season_reward (
    user_id   BIGINT      NOT NULL,
    season_id BIGINT      NOT NULL,
    place     INT         NOT NULL,
    points    INT         NOT NULL,
    title     VARCHAR(50) NULL,
    PRIMARY KEY (user_id, season_id)
);
