-- ActivityCompleted and its listener, which also hears of sign-ins, are in a module of their own, and another class deletes
-- the points of deleted learners. What waits for them goes by their new names.
UPDATE EVENT_PUBLICATION
   SET event_type = REPLACE(event_type, 'io.streakboard.points.ActivityCompleted',
                            'io.streakboard.activities.ActivityCompleted'),
       listener_id = REPLACE(REPLACE(REPLACE(listener_id,
                         'io.streakboard.points.PointsListener.on(', 'io.streakboard.activities.ActivityListener.on('),
                         'io.streakboard.points.PointsPersonalData.on(', 'io.streakboard.points.LearnerErasure.on('),
                         '(io.streakboard.points.ActivityCompleted)', '(io.streakboard.activities.ActivityCompleted)')
 WHERE event_type = 'io.streakboard.points.ActivityCompleted'
    OR listener_id LIKE 'io.streakboard.points.PointsListener.on(%'
    OR listener_id LIKE 'io.streakboard.points.PointsPersonalData.on(%';

UPDATE event_publication_parked
   SET event_type = REPLACE(event_type, 'io.streakboard.points.ActivityCompleted',
                            'io.streakboard.activities.ActivityCompleted'),
       listener_id = REPLACE(REPLACE(REPLACE(listener_id,
                         'io.streakboard.points.PointsListener.on(', 'io.streakboard.activities.ActivityListener.on('),
                         'io.streakboard.points.PointsPersonalData.on(', 'io.streakboard.points.LearnerErasure.on('),
                         '(io.streakboard.points.ActivityCompleted)', '(io.streakboard.activities.ActivityCompleted)')
 WHERE event_type = 'io.streakboard.points.ActivityCompleted'
    OR listener_id LIKE 'io.streakboard.points.PointsListener.on(%'
    OR listener_id LIKE 'io.streakboard.points.PointsPersonalData.on(%';
