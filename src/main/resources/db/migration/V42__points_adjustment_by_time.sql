-- Admins read adjustments newest first.
ALTER TABLE points_adjustment ADD KEY by_time (made_at, request_id);
