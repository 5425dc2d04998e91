-- Checks a mark, and removes one that no longer holds. Readers only check that the mark exists, because asking for the
-- master's history costs more than most reads. history.lua stands in front.
--
-- KEYS[1]  mark
-- ARGV     the histories of all masters
--
-- Returns 1 if the mark holds, else 0.

return holds(KEYS[1], ARGV) and 1 or 0
