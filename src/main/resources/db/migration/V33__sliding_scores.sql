-- The scores of each day, on a sliding board: '2026-11-21 120 1795219200000,2026-11-22 15 1795305600000'.
ALTER TABLE board_score ADD COLUMN days VARCHAR(2000) CHARACTER SET ascii COLLATE ascii_bin NULL;
