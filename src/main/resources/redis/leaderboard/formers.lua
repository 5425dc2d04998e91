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
  all[i - 5] = ARGV[i]
  answer[i - 4] = 0
end
local live = values_in(current.live, all)
local before = moved and values_in(current.before, all) or {}
local found = {}
for i, member in ipairs(all) do
  local index = live[i] and redis.call('ZREVRANK', current.live, member) or math.huge
  if live[i] or before[i] then found[#found + 1] = {member = member, value = live[i], index = index, at = i + 1} end
end
table.sort(found, function(one, other) return one.index < other.index end)
local members = {}
for i, each in ipairs(found) do members[i] = each.member end
local formers = former_ranks(members, function(i) return found[i].value, found[i].index end)
for i, former in ipairs(formers) do answer[found[i].at] = former end
return answer
