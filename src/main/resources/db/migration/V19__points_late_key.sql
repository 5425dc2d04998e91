-- An activity is known by its home season as well: lesson-7 of August is not lesson-7 of September.
ALTER TABLE points_late DROP PRIMARY KEY, ADD PRIMARY KEY (user_id, type, source_id, home_season);
