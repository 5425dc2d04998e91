-- Failed publications are read in the order of their last try.
ALTER TABLE EVENT_PUBLICATION
    DROP KEY by_status,
    ADD KEY by_status (status, last_resubmission_date, publication_date);
