-- The zone of the days in the data; the next start fills it in. Made only if missing, as in V18.
SET @statement = IF(
    EXISTS (SELECT 1 FROM information_schema.columns
             WHERE table_schema = DATABASE() AND table_name = 'sign_in_layout' AND column_name = 'zone'),
    'DO 0',
    'ALTER TABLE sign_in_layout ADD COLUMN zone VARCHAR(50) CHARACTER SET ascii COLLATE ascii_bin NULL');
PREPARE add_zone FROM @statement;
EXECUTE add_zone;
DEALLOCATE PREPARE add_zone;
