-- The same source id of another season is another activity. Rewrites the table; seasons that were sealed before are
-- left as they are.
ALTER TABLE points_record_${season} DROP PRIMARY KEY, ADD PRIMARY KEY (user_id, type, source_id, home_season);
