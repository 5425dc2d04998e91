-- What a total was before the last day on which it has changed, so that ranks can be compared with those when that day
-- began. closing_until: when that day ends.
SET @add_closing = IF(
    EXISTS (SELECT 1 FROM information_schema.columns
             WHERE table_schema = DATABASE() AND table_name = 'points_total_${season}'
               AND column_name = 'closing_until'),
    'DO 0',
    'ALTER TABLE points_total_${season}
         ADD COLUMN closing_until DATETIME(3) NULL,
         ADD COLUMN closing_points BIGINT NULL,
         ADD COLUMN closing_reached_at DATETIME(3) NULL');
PREPARE add_closing FROM @add_closing;
EXECUTE add_closing;
DEALLOCATE PREPARE add_closing;
