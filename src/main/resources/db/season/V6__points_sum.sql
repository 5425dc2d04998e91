-- The sums of what earlier versions wrote; nothing for a new season. No transaction writes totals meanwhile.
INSERT INTO points_sum (season_id, stripe, learners, points, changed_at)
SELECT ${season}, 0, COUNT(NULLIF(points, 0)), SUM(points), MAX(updated_at)
  FROM points_total_${season}
 WHERE NOT EXISTS (SELECT 1 FROM points_sum WHERE season_id = ${season})
HAVING COUNT(*) > 0;
