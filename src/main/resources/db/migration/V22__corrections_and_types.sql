-- Opening balances can be corrected by a later file. import_run_id: the file of the balance, 0 before this was kept.
SET @statement = IF(
    EXISTS (SELECT 1 FROM information_schema.columns
             WHERE table_schema = DATABASE() AND table_name = 'points_opening' AND column_name = 'import_run_id'),
    'DO 0',
    'ALTER TABLE points_opening ADD COLUMN import_run_id BIGINT NOT NULL DEFAULT 0');
PREPARE change_table FROM @statement;
EXECUTE change_table;
DEALLOCATE PREPARE change_table;

-- The corrections. How often a learner's balances were lowered orders the learner's sums over all time.
CREATE TABLE IF NOT EXISTS points_opening_change (
    user_id       BIGINT       NOT NULL,
    source_id     VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    import_run_id BIGINT       NOT NULL,
    former        BIGINT       NOT NULL,
    points        BIGINT       NOT NULL,
    recorded_at   DATETIME(3)  NOT NULL,
    PRIMARY KEY (user_id, source_id, import_run_id)
);

-- Who uploaded the file.
SET @statement = IF(
    EXISTS (SELECT 1 FROM information_schema.columns
             WHERE table_schema = DATABASE() AND table_name = 'import_run' AND column_name = 'admin'),
    'DO 0',
    'ALTER TABLE import_run ADD COLUMN admin VARCHAR(255) NULL');
PREPARE change_table FROM @statement;
EXECUTE change_table;
DEALLOCATE PREPARE change_table;

-- Every points type that an instance was ever configured with. It begins with those that the ledgers have. xapi_rules:
-- the rules that map statements to it, as JSON.
CREATE TABLE IF NOT EXISTS points_type (
    code       VARCHAR(32) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    xapi_rules TEXT NULL,
    PRIMARY KEY (code)
);
SET SESSION group_concat_max_len = 1000000;
SET @statement = (
    SELECT COALESCE(
               CONCAT(
                   'INSERT INTO points_type (code) SELECT type FROM (',
                   GROUP_CONCAT(CONCAT('SELECT DISTINCT type FROM ', table_name) SEPARATOR ' UNION '),
                   ') types WHERE type NOT IN (''ADJUSTMENT'', ''SEASON_REWARD'', ''BOARD_PRIZE'')',
                   ' AND type NOT IN (SELECT code FROM points_type)'),
               'DO 0')
      FROM information_schema.tables
     WHERE table_schema = DATABASE() AND table_name REGEXP '^points_record_[0-9]+$');
PREPARE fill_table FROM @statement;
EXECUTE fill_table;
DEALLOCATE PREPARE fill_table;
