-- The index for caps begins with the day: what is written on one day then stands together in it, and not on a page for
-- each learner. Sealed seasons, whose placeholder rekey is empty, keep theirs: caps are looked up there by either.
SET @begin_with_day = IF(
    '${rekey}' = ''
    OR EXISTS (SELECT 1 FROM information_schema.statistics
                WHERE table_schema = DATABASE() AND table_name = 'points_record_${season}'
                  AND index_name = 'by_day' AND seq_in_index = 1 AND column_name = 'day'),
    'DO 0',
    'ALTER TABLE points_record_${season} DROP KEY by_day, ADD KEY by_day (day, user_id, type)');
PREPARE begin_with_day FROM @begin_with_day;
EXECUTE begin_with_day;
DEALLOCATE PREPARE begin_with_day;
