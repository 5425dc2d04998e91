-- Why a publication was given up.
ALTER TABLE event_publication_parked ADD COLUMN reason VARCHAR(500) NULL;
