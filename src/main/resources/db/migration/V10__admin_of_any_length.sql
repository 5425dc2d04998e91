-- The subject of a token may have 255 characters.
ALTER TABLE points_adjustment MODIFY admin VARCHAR(255) NOT NULL;
