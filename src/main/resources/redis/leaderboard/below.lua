-- Reads a stretch of an edition below a place, with ranking.lua in front. The place is a value and a member, which the
-- edition need not have.
--
-- KEYS[1..6], ARGV[1..5]  see ranking.lua
-- ARGV[6]     member who asks, '' if none
-- ARGV[7]     value at the place
-- ARGV[8]     member at the place
-- ARGV[9]     how many
--
-- Returns {1 if the edition is complete else 0, number of ranked members, standing of the member, index of the first,
-- stretch}, see ranking.lua.

local low = before_place(ARGV[7], ARGV[8])
return {complete(), total(), standing(ARGV[6]), low, stretch(low, low + ARGV[9] - 1)}
