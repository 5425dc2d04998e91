-- Owners of holds and admins are exactly as they are written: a database's default collation takes some that differ, as
-- by a capital letter, for the same.
ALTER TABLE season_hold
    MODIFY owner VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL;

ALTER TABLE points_adjustment
    MODIFY admin VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL;
