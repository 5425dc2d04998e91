-- The tables of the example course module.
CREATE TABLE IF NOT EXISTS courses_lesson_completed (learner BIGINT, lesson VARCHAR(100), PRIMARY KEY (learner, lesson));
CREATE TABLE IF NOT EXISTS courses_badge (learner BIGINT, season BIGINT, PRIMARY KEY (learner, season));
