-- Writes scores, with changes.lua in front. While the edition is being rebuilt, the ranking that will replace it gets
-- them in the same step, so that it lacks none; if it is divided, their members are noted. A sealed edition takes none.
-- It is one step, so that the ranks before and after differ by these scores alone, and each member is in one set.
--
-- KEYS[1..6]    see ranking.lua
-- KEYS[7..11]   the same as 1 to 5, of the rebuilt ranking
-- KEYS[12]      mark: the edition is being rebuilt
-- KEYS[13]      mark: the edition is sealed
-- KEYS[14]      version (string)
-- ARGV[1..6]    see ranking.lua and changes.lua
-- ARGV[7]       '1' to return ranks
-- ARGV[8], ...  scores as in changes.lua
--
-- Returns {} if the edition is sealed, no ranks are wanted, or members are missing so that ranks would be wrong; else
-- {rank before, rank after, ...}, 0 for a member that is not ranked.

if redis.call('EXISTS', KEYS[13]) == 1 then return {} end

local function rank_of(member, value)
  local index, i = index_of(member, set_of(shown, tonumber(value) or 0))
  if not index then return 0 end
  return rank_at(index, style ~= 'unique' and redis.call('ZSCORE', shown.sets[i], member))
end

local function ranks(to, offset)
  for i = 8, #ARGV, WIDTH do to[(i - 8) / WIDTH * 2 + offset] = rank_of(ARGV[i], ARGV[i + 1]) end
end

local answer = {}
local ranked = ARGV[7] == '1' and complete() == 1
if ranked then ranks(answer, 1) end
if set_scores(shown, 8) then
  raise_version(KEYS[14])
  if lacks_members(shown) then redis.call('DEL', KEYS[6]) end
  expire_ranking(shown)
  expire({KEYS[6], KEYS[14]})
else
  expire({KEYS[2]}) -- a member that is not ranked may have a correction
end
expire_day(shown)
if redis.call('EXISTS', KEYS[12]) == 1 then
  local built = ranking(7)
  set_scores(built, 8)
  if #built.sets > 1 then
    local written = KEYS[7] .. ':written'
    for i = 8, #ARGV, WIDTH do redis.call('SADD', written, ARGV[i]) end
    expire({written})
  end
  expire_ranking(built)
  expire_day(built)
end
if ranked then ranks(answer, 2) end
return answer
