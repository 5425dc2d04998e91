-- Which instance has claimed a page, or copied it.
ALTER TABLE settlement_page ADD COLUMN claimed_by VARCHAR(100) NULL;
