-- Reads the standings of some members, with ranking.lua in front.
--
-- KEYS[1..6]    see ranking.lua
-- ARGV[1..5]    see ranking.lua
-- ARGV[6], ...  members
--
-- Returns {1 if the edition is complete else 0, how many are ranked, {standing, ...}}, see ranking.lua. If ranks are
-- compared, a standing has the former rank as well. It is {} if the member is not ranked.

local standings = {}
for i = 6, #ARGV do
  local found = standing(ARGV[i])
  if now and #found > 0 then found[6] = former_rank(ARGV[i]) end
  standings[i - 5] = found
end
return {redis.call('EXISTS', KEYS[6]), total(), standings}
