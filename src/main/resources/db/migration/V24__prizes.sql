-- One table of prizes: rewards of settled seasons become prizes of board 'points', with the season's id as edition and
-- its name as period. Each statement can run again: a start that dies before its migration is recorded repeats them.
SET @statement = IF(
    EXISTS (SELECT 1 FROM information_schema.statistics
             WHERE table_schema = DATABASE() AND table_name = 'board_prize' AND index_name = 'PRIMARY'
               AND column_name = 'board'),
    'DO 0',
    'ALTER TABLE board_prize DROP PRIMARY KEY, ADD PRIMARY KEY (user_id, board, edition_id)');
PREPARE change_table FROM @statement;
EXECUTE change_table;
DEALLOCATE PREPARE change_table;

-- Instances of the former version no longer write rewards: their deliveries fail and are repeated by the new version.
SET @statement = IF(
    EXISTS (SELECT 1 FROM information_schema.tables
             WHERE table_schema = DATABASE() AND table_name = 'season_reward' AND table_type = 'BASE TABLE'),
    'RENAME TABLE season_reward TO season_reward_moved',
    'DO 0');
PREPARE change_table FROM @statement;
EXECUTE change_table;
DEALLOCATE PREPARE change_table;

SET @statement = IF(
    EXISTS (SELECT 1 FROM information_schema.tables
             WHERE table_schema = DATABASE() AND table_name = 'season_reward_moved'),
    'INSERT INTO board_prize (user_id, edition_id, board, period_key, place, points, title, given_at)
     SELECT r.user_id, r.season_id, ''points'', s.name, r.place, r.points, r.title, GREATEST(s.ends_at, s.created_at)
       FROM season_reward_moved r JOIN season s ON s.id = r.season_id
     ON DUPLICATE KEY UPDATE points = VALUES(points)',
    'DO 0');
PREPARE move_rows FROM @statement;
EXECUTE move_rows;
DEALLOCATE PREPARE move_rows;

DROP TABLE IF EXISTS season_reward_moved;

-- For instances of the former version, which read and delete rewards until they are replaced.
CREATE OR REPLACE VIEW season_reward AS
SELECT user_id, edition_id AS season_id, place, points, title FROM board_prize WHERE board = 'points';

-- One listener deletes all prizes of a learner.
UPDATE EVENT_PUBLICATION
   SET listener_id = REPLACE(listener_id, 'io.streakboard.rewards.RewardTable.', 'io.streakboard.rewards.PrizeTable.')
 WHERE listener_id LIKE 'io.streakboard.rewards.RewardTable.%';
UPDATE event_publication_parked
   SET listener_id = REPLACE(listener_id, 'io.streakboard.rewards.RewardTable.', 'io.streakboard.rewards.PrizeTable.')
 WHERE listener_id LIKE 'io.streakboard.rewards.RewardTable.%';
