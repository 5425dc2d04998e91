-- What a total was before the last day on which it has changed, so that ranks can be compared with those when that day
-- began. closing_until: when that day ends. MySQL has to look whether the columns are there. MariaDB need not, and must
-- not: 11.4.5 was seen to crash in looking while tables of other seasons were made.
SET @add_closing =
    'ALTER TABLE points_total_${season}
         ADD COLUMN /*M! IF NOT EXISTS */ closing_until DATETIME(3) NULL,
         ADD COLUMN /*M! IF NOT EXISTS */ closing_points BIGINT NULL,
         ADD COLUMN /*M! IF NOT EXISTS */ closing_reached_at DATETIME(3) NULL';
SET @add_closing =
    /*!80000 IF(
        EXISTS (SELECT 1 FROM information_schema.columns
                 WHERE table_schema = DATABASE() AND table_name = 'points_total_${season}'
                   AND column_name = 'closing_until'),
        'DO 0', */
    @add_closing
    /*!80000 ) */;
PREPARE add_closing FROM @add_closing;
EXECUTE add_closing;
DEALLOCATE PREPARE add_closing;
