-- Reads one member's standing, with ranking.lua in front, without a former rank, which would take longer than all else.
--
-- KEYS[1..6]  see ranking.lua
-- ARGV[1..5]  see ranking.lua
-- ARGV[6]     member
--
-- Returns {1 if the edition is complete else 0, how many are ranked, standing}, see ranking.lua. The standing is {} if
-- the member is not ranked.

return {complete(), total(), standing(ARGV[6])}
