-- Counts deletions, so that instances read only what was added.
ALTER TABLE learner_deleted ADD COLUMN number BIGINT NOT NULL AUTO_INCREMENT, ADD KEY by_number (number);
