-- partitions: the only ones that are compared, '0,3,17'; NULL: all.
ALTER TABLE sign_in_reconciliation ADD COLUMN partitions VARCHAR(5000) CHARACTER SET ascii COLLATE ascii_bin NULL;
