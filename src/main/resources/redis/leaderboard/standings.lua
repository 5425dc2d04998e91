-- Reads the standings of members, with ranking.lua in front.
--
-- KEYS[1..6], ARGV[1..5]  see ranking.lua
-- ARGV[6]       '1' to compare ranks, where the edition does: that takes longest
-- ARGV[7], ...  members
--
-- Returns {1 if the edition is complete else 0, number of ranked members, {standing, ...}}, see ranking.lua. If ranks
-- are compared, a standing has the former rank as well. It is {} if the member is not ranked.

local standings, ranked = {}, {}
for i = 7, #ARGV do
  local found = standing(ARGV[i])
  standings[#standings + 1] = found
  if now and ARGV[6] == '1' and #found > 0 then ranked[#ranked + 1] = found end
end
local members, values, indexes = {}, {}, {}
for i, found in ipairs(ranked) do indexes[i], members[i], values[i] = found[1], found[3], found[4] end
for i, former in ipairs(former_ranks(members, values, indexes)) do ranked[i][6] = former end
return {complete(), total(), standings}
