-- Reads a stretch of an edition and one member's standing as they are at one moment, with ranking.lua in front.
--
-- KEYS[1..6]  see ranking.lua
-- ARGV[1..5]  see ranking.lua
-- ARGV[6]     member, '' if none
-- ARGV[7]     how to find the first: 'from' an index, 'around' the member, or 'before' a value
-- ARGV[8]     with 'from' the index from 0, with 'before' the value, for example '(12': who has it or a better one is
--             before the place, so it is in the middle of the stretch
-- ARGV[9]     how many; with 'around' and 'before' how many on each side
--
-- Returns {1 if the edition is complete else 0, how many are ranked, standing of the member, index of the first,
-- stretch}, see ranking.lua.

local mine = standing(ARGV[6])
local count = tonumber(ARGV[9])
local first, last = 0, -1
if ARGV[7] == 'from' then
  first = tonumber(ARGV[8])
  last = first + count - 1
elseif ARGV[7] == 'before' then
  local place = math.min(redis.call('ZCOUNT', shown.live, ARGV[8], '+inf'), total())
  first, last = place - count, place + count - 1
elseif #mine > 0 then
  first, last = mine[1] - count, mine[1] + count
end
return {complete(), total(), mine, math.max(first, 0), stretch(first, last)}
