-- When a season's ledger and totals outlived their retention. From then on nothing reads them, and they are dropped.
ALTER TABLE season ADD COLUMN expired_at DATETIME(3) NULL;
