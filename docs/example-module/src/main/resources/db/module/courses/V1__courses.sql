CREATE TABLE IF NOT EXISTS courses_lesson (user_id BIGINT, lesson VARCHAR(100), PRIMARY KEY (user_id, lesson));
