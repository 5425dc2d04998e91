-- The version of the template in db/season that the season's tables have.
ALTER TABLE season ADD COLUMN template INT NOT NULL DEFAULT 3;
