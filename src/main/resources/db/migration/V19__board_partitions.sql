-- A board's editions of one partition, latest period first, and its partitions. Made only if missing, as in V18.
SET @statement = IF(
    EXISTS (SELECT 1 FROM information_schema.statistics
             WHERE table_schema = DATABASE() AND table_name = 'board_edition' AND index_name = 'by_partition'),
    'DO 0',
    'CREATE INDEX by_partition ON board_edition (board, partition_key, ends_at)');
PREPARE make_index FROM @statement;
EXECUTE make_index;
DEALLOCATE PREPARE make_index;
