-- The season of an activity's own time, another than this one's if it was late, and part of its key: the same source id
-- of another season is another activity. For sealed seasons the placeholder rekey is empty: without it the table is not
-- rewritten.
SET @add_home_season = IF(
    EXISTS (SELECT 1 FROM information_schema.columns
             WHERE table_schema = DATABASE() AND table_name = 'points_record_${season}' AND column_name = 'home_season'),
    'DO 0',
    'ALTER TABLE points_record_${season} ADD COLUMN home_season BIGINT NOT NULL DEFAULT ${season} ${rekey}');
PREPARE add_home_season FROM @add_home_season;
EXECUTE add_home_season;
DEALLOCATE PREPARE add_home_season;
