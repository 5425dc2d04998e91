-- Reads the standings of a member and of the member right above it at one moment, with ranking.lua in front.
--
-- KEYS[1..6], ARGV[1..5]  see ranking.lua
-- ARGV[6]     member
--
-- Returns {1 if the edition is complete else 0, number of ranked members, standing of the member, standing of the one
-- above}, see ranking.lua. A missing standing is {}.

local index = index_of(ARGV[6])
if not index then return {complete(), total(), {}, {}} end

local first = math.max(index - 1, 0)
local found = range(shown, first, index)

local function at(place)
  local i = 2 * (place - first) + 1
  return {place, rank_at(place, found[i + 1]), found[i], found[i + 1], details_of(found[i])}
end

return {complete(), total(), at(index), index > 0 and at(index - 1) or {}}
