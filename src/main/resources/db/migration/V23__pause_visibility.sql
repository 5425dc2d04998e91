-- The days on which boards hide a learner because of a pause: from hidden_from to the day before hidden_until, none if
-- both are the same. Null in rows of former versions: the days of the pause. Made only if missing, as in V18.
SET @statement = IF(
    EXISTS (SELECT 1 FROM information_schema.columns
             WHERE table_schema = DATABASE() AND table_name = 'learner_pause' AND column_name = 'hidden_from'),
    'DO 0',
    'ALTER TABLE learner_pause ADD COLUMN hidden_from DATE NULL, ADD COLUMN hidden_until DATE NULL');
PREPARE add_days FROM @statement;
EXECUTE add_days;
DEALLOCATE PREPARE add_days;
