-- Reads one member's standing and that of the member right above as they are at one moment, with ranking.lua in front.
--
-- KEYS[1..6]  see ranking.lua
-- ARGV[1..5]  see ranking.lua
-- ARGV[6]     member
--
-- Returns {1 if the edition is complete else 0, how many are ranked, standing of the member, standing of the one above},
-- see ranking.lua. A standing is {} if there is none.

local mine, above = standing(ARGV[6]), {}
if #mine > 0 and mine[1] > 0 then
  local index = mine[1] - 1
  local found = redis.call('ZREVRANGE', shown.live, index, index, 'WITHSCORES')
  above = {index, rank_at(index, found[2]), found[1], found[2], details_of(found[1])}
end
return {redis.call('EXISTS', KEYS[6]), total(), mine, above}
