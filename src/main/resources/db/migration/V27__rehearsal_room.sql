-- What waits for the table of rehearsals goes by its new name.
UPDATE EVENT_PUBLICATION
   SET listener_id = REPLACE(listener_id, 'io.streakboard.settlement.RehearsalTable.on(',
                             'io.streakboard.settlement.rehearsal.RehearsalTable.on(')
 WHERE listener_id LIKE 'io.streakboard.settlement.RehearsalTable.on(%';

UPDATE event_publication_parked
   SET listener_id = REPLACE(listener_id, 'io.streakboard.settlement.RehearsalTable.on(',
                             'io.streakboard.settlement.rehearsal.RehearsalTable.on(')
 WHERE listener_id LIKE 'io.streakboard.settlement.RehearsalTable.on(%';
