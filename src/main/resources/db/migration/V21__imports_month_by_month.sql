-- season.imported: planned for an import or another owner of a hold, not for a post: season.past-at-once does not count it.
-- import_run.waiting_for: what an import waits for, in words. reached_at: when line_reached was saved. Columns are added
-- only if they are missing, as in V18.
SET @statement = IF(
    EXISTS (SELECT 1 FROM information_schema.columns
             WHERE table_schema = DATABASE() AND table_name = 'season' AND column_name = 'imported'),
    'DO 0',
    'ALTER TABLE season ADD COLUMN imported BOOLEAN NOT NULL DEFAULT FALSE');
PREPARE add_imported FROM @statement;
EXECUTE add_imported;
DEALLOCATE PREPARE add_imported;

SET @statement = IF(
    EXISTS (SELECT 1 FROM information_schema.columns
             WHERE table_schema = DATABASE() AND table_name = 'import_run' AND column_name = 'waiting_for'),
    'DO 0',
    'ALTER TABLE import_run ADD COLUMN waiting_for VARCHAR(200) NULL, ADD COLUMN reached_at DATETIME(3) NULL');
PREPARE add_waiting FROM @statement;
EXECUTE add_waiting;
DEALLOCATE PREPARE add_waiting;
