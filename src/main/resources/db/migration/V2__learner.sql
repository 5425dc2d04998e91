CREATE TABLE learner (
    user_id BIGINT       NOT NULL,
    name    VARCHAR(100) NOT NULL,
    PRIMARY KEY (user_id)
);
