-- Keys of learners, where they are texts of the platform: learner is the id that is computed from the key.
CREATE TABLE IF NOT EXISTS learner_key (
    learner     BIGINT       NOT NULL,
    learner_key VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    PRIMARY KEY (learner)
);

-- How learners are named outside, fixed by the first start; existing data has numbers. Made only if missing, as in V18.
SET @statement = IF(
    EXISTS (SELECT 1 FROM information_schema.columns
             WHERE table_schema = DATABASE() AND table_name = 'sign_in_layout' AND column_name = 'learner_keys'),
    'DO 0',
    'ALTER TABLE sign_in_layout ADD COLUMN learner_keys VARCHAR(10) CHARACTER SET ascii COLLATE ascii_bin NULL');
PREPARE add_keys FROM @statement;
EXECUTE add_keys;
DEALLOCATE PREPARE add_keys;
UPDATE sign_in_layout SET learner_keys = 'numbers' WHERE learner_keys IS NULL;
