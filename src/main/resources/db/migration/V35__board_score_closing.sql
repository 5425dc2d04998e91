-- What a member had before the last day on which it has moved. closing_until: when that day ends.
ALTER TABLE board_score
    ADD COLUMN closing_until DATETIME(3) NULL,
    ADD COLUMN closing_score BIGINT NULL,
    ADD COLUMN closing_reached_at DATETIME(3) NULL;
