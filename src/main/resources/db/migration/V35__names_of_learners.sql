-- Admins find learners by the begin of their names. Made only if missing, as in V18.
SET @statement = IF(
    EXISTS (SELECT 1 FROM information_schema.statistics
             WHERE table_schema = DATABASE() AND table_name = 'learner' AND index_name = 'by_name'),
    'DO 0',
    'ALTER TABLE learner ADD KEY by_name (name, user_id)');
PREPARE add_index FROM @statement;
EXECUTE add_index;
DEALLOCATE PREPARE add_index;
