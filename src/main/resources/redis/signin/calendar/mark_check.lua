-- Checks the mark of a partition's bitmaps, and removes a mark that does not hold any more. history.lua stands in front.
--
-- KEYS[1]    complete (string)
-- ARGV       the histories of all masters
--
-- Returns 1 if the bitmaps are complete, else 0.

return holds(KEYS[1], ARGV) and 1 or 0
