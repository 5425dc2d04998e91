-- Reads the ranks that members had when the day before ended, with ranking.lua in front, whether or not they are still
-- ranked.
--
-- KEYS[1..6]    see ranking.lua
-- ARGV[1..5]    see ranking.lua
-- ARGV[6], ...  members
--
-- Returns {how many ranks there were, former rank, ...}, 0 for who had none.

local function formerly(live, come, gone)
  local count = redis.call('ZCARD', live)
  return moved and count - redis.call('ZCARD', come) + redis.call('ZCARD', gone) or count
end

local all, answer = {}, {}
if style == 'dense' then
  answer[1] = formerly(current.distinct, current.come, current.gone)
else
  answer[1] = formerly(current.live, current.after, current.before)
end
for i = 6, #ARGV do
  all[i - 5] = {member = ARGV[i], at = i - 4, index = math.huge}
  answer[i - 4] = 0
end
local values = values_in(current.live, all)
local before = moved and values_in(current.before, all) or {}
local entries = {}
for i, entry in ipairs(all) do
  entry.value = values[i]
  if values[i] then entry.index = redis.call('ZREVRANK', current.live, entry.member) end
  if values[i] or before[i] then entries[#entries + 1] = entry end
end
table.sort(entries, function(one, other) return one.index < other.index end)
for i, former in ipairs(former_ranks(entries)) do answer[entries[i].at] = former end
return answer
