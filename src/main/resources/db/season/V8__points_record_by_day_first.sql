-- The index for caps begins with the day: what is written on one day then stands together in it, and not on a page for
-- each learner. Sealed seasons, whose placeholder rekey is empty, keep theirs: caps are looked up there by either.
SET @begin_with_day = IF(
    '${rekey}' = '',
    'DO 0',
    'ALTER TABLE points_record_${season} DROP KEY by_day, ADD KEY by_day (day, user_id, type)');
PREPARE begin_with_day FROM @begin_with_day;
EXECUTE begin_with_day;
DEALLOCATE PREPARE begin_with_day;
