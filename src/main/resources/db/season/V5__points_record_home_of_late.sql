-- Late activities of before the column. Few are late: so theirs is the table to begin with.
UPDATE points_late l
  STRAIGHT_JOIN points_record_${season} r
    ON r.user_id = l.user_id AND r.type = l.type AND r.source_id = l.source_id
   SET r.home_season = l.home_season
 WHERE l.season = ${season} AND r.outcome = 'LATE' AND r.home_season = ${season};
