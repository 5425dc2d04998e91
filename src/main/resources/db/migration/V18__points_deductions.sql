-- How often a learner's points were lowered orders the totals of all seasons together. The index is made only if it is
-- missing: a start that dies before its migration is recorded runs it again.
SET @statement = IF(
    EXISTS (SELECT 1 FROM information_schema.statistics
             WHERE table_schema = DATABASE() AND table_name = 'points_adjustment' AND index_name = 'by_learner'),
    'DO 0',
    'CREATE INDEX by_learner ON points_adjustment (user_id, points)');
PREPARE make_index FROM @statement;
EXECUTE make_index;
DEALLOCATE PREPARE make_index;
