-- Pauses of learners: from from_day to the day before until_day; none if both are the same. A pause that ends early gets
-- another until_day, and a row is not removed. number grows with each change, so that instances read only what was changed.
CREATE TABLE IF NOT EXISTS learner_pause (
    user_id   BIGINT NOT NULL,
    from_day  DATE   NOT NULL,
    until_day DATE   NOT NULL,
    number    BIGINT NOT NULL AUTO_INCREMENT,
    PRIMARY KEY (user_id, from_day),
    KEY by_number (number)
);
