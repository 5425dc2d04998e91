-- Checks a mark, and removes one that does not hold any more. Readers only look whether there is a mark: to ask for the
-- history of the master costs more than most reads. history.lua stands in front.
--
-- KEYS[1]  mark
-- ARGV     the histories of all masters
--
-- Returns 1 if the mark holds, else 0.

return holds(KEYS[1], ARGV) and 1 or 0
