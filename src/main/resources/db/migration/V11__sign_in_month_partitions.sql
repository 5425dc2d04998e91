-- By month, as the log is: what is asked of all learners about a month reads that month's partition only. A partition job
-- adds the months.
ALTER TABLE sign_in_month PARTITION BY RANGE COLUMNS (month) (PARTITION ahead VALUES LESS THAN (MAXVALUE));
