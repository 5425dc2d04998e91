-- Reads a stretch of an edition at one moment, with ranking.lua in front.
--
-- KEYS[1..6], ARGV[1..5]  see ranking.lua
-- ARGV[6]     how to find the first: 'from' an index, 'around' a member, or 'before' a value
-- ARGV[7]     with 'from' the index from 0, with 'around' the member, with 'before' a value in the syntax of ZCOUNT:
--             the middle of the stretch is after members with it or a better one, for '(12' after better ones only
-- ARGV[8]     how many; with 'around' and 'before' how many on each side
--
-- Returns {1 if the edition is complete else 0, number of ranked members, index of the first, stretch}, see
-- ranking.lua.

local count = tonumber(ARGV[8])
local first, last = 0, -1
if ARGV[6] == 'from' then
  first = tonumber(ARGV[7])
  last = first + count - 1
elseif ARGV[6] == 'before' then
  local place = math.min(count_from(shown, ARGV[7]), total())
  first, last = place - count, place + count - 1
else
  local index = index_of(ARGV[7])
  if index then first, last = index - count, index + count end
end
return {complete(), total(), math.max(first, 0), stretch(first, last)}
