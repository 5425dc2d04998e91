-- Learners whose data was deleted: nothing of them is taken any more. repeated_at: when it was deleted a second time,
-- after all that was under way.
CREATE TABLE learner_deleted (
    user_id     BIGINT      NOT NULL,
    deleted_at  DATETIME(3) NOT NULL,
    repeated_at DATETIME(3) NULL,
    PRIMARY KEY (user_id)
);
