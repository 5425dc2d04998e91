-- Answers a sign-in that comes again as the first time, if the learner's days are still the same: then streak and
-- longest streak are, too. Bits are never cleared, so days are the same if there are as many. Otherwise, such as after
-- a make-up, sign_in.lua works the answer out anew. This stands before the functions of days.lua: to define them takes
-- longer than this.

-- How many days there are: of the given years, with those that freezes bridged, and of archived years. Days that move
-- from here to there count as another number.
local function extent(days, archived_days)
  return days .. ':' .. #KEYS .. ':' .. (archived_days or '')
end

local kept = tells_longest and redis.call('HGET', answers_key, learner)
if kept then
  local points, order, milestone, streak, longest, then_had =
    string.match(kept, '^(%d+) (%d+) (%d+) (%d+) (%d+) (%S+)$')
  if then_had then
    local days = 0
    for key = first_bitmap, #KEYS do
      days = days + redis.call('BITCOUNT', KEYS[key], first_byte, first_byte + 47)
    end
    local summary = redis.call('HGET', archive_key, learner)
    if then_had == extent(days, summary and string.match(summary, '%d+$')) then
      return {0, tonumber(streak), tonumber(points), tonumber(order), tonumber(milestone), tonumber(longest)}
    end
  end
end
