-- The log begins with the day: what is written on one day then stands together in it, and not on a page for each
-- learner. Rewrites the table, unless that was done before.
SET @begin_with_day = IF(
    EXISTS (SELECT 1 FROM information_schema.statistics
             WHERE table_schema = DATABASE() AND table_name = 'sign_in_log'
               AND index_name = 'PRIMARY' AND seq_in_index = 1 AND column_name = 'day'),
    'DO 0',
    'ALTER TABLE sign_in_log DROP PRIMARY KEY, ADD PRIMARY KEY (day, user_id)');
PREPARE begin_with_day FROM @begin_with_day;
EXECUTE begin_with_day;
DEALLOCATE PREPARE begin_with_day;
