-- Reads the standings of some members, with ranking.lua in front.
--
-- KEYS[1..6]    see ranking.lua
-- ARGV[1..4]    see ranking.lua
-- ARGV[5], ...  members
--
-- Returns {1 if the edition is complete else 0, how many are ranked, {standing, ...}}, see ranking.lua; {} in place of
-- the standing of a member that is not ranked.

local standings = {}
for i = 5, #ARGV do standings[i - 4] = standing(ARGV[i]) end
return {redis.call('EXISTS', KEYS[6]), total(), standings}
