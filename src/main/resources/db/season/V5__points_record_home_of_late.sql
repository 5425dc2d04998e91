-- Late activities of before the column. Looks first, without locks: new seasons have none. Few are late, so theirs is the
-- table to begin with.
SET @tell_homes = IF(
    EXISTS (SELECT 1 FROM points_record_${season} WHERE outcome = 'LATE' AND home_season = ${season}),
    'UPDATE points_late l STRAIGHT_JOIN points_record_${season} r
         ON r.user_id = l.user_id AND r.type = l.type AND r.source_id = l.source_id
        SET r.home_season = l.home_season
      WHERE l.season = ${season} AND r.outcome = ''LATE'' AND r.home_season = ${season}',
    'DO 0');
PREPARE tell_homes FROM @tell_homes;
EXECUTE tell_homes;
DEALLOCATE PREPARE tell_homes;
