-- Missed days that a freeze bridged, in bits as days and make_ups have them.
ALTER TABLE sign_in_month ADD COLUMN freezes INT UNSIGNED NOT NULL DEFAULT 0;
