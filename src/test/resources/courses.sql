-- The tables of the example course module. One that ships has them in migrations.
CREATE TABLE IF NOT EXISTS courses_lesson_completed (user_id BIGINT, lesson VARCHAR(100), PRIMARY KEY (user_id, lesson));
CREATE TABLE IF NOT EXISTS courses_badge (user_id BIGINT, season BIGINT, PRIMARY KEY (user_id, season));
