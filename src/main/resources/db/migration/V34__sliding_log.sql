-- The period of a sliding board's figures: its edition has none. By time, as a sliding board's log goes day by day.
ALTER TABLE board_score_log
    ADD COLUMN period_key VARCHAR(50) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    DROP KEY by_edition,
    ADD KEY by_edition (edition_id, occurred_at);
