-- Checks a mark, and removes one that no longer holds. Readers only check that the mark exists, because reading the
-- master's replication id costs more than most reads. Prefixed with history.lua.
--
-- KEYS[1]  mark
-- ARGV     the replication ids of all masters
--
-- Returns 1 if the mark holds, else 0.

return holds(KEYS[1], ARGV) and 1 or 0
