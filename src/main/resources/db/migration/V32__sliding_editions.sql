-- The edition that has the scores of a window; NULL: the edition has scores of its own.
ALTER TABLE board_edition ADD COLUMN series_id BIGINT NULL, ADD KEY by_series (series_id);
