-- What a source of points is called, such as "Loops" for lesson-7. The platform says it; no learner is in it.
CREATE TABLE IF NOT EXISTS points_source (
    type      VARCHAR(32)  CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    source_id VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    title     VARCHAR(200) NOT NULL,
    PRIMARY KEY (type, source_id)
);
