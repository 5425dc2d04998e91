-- Repeats the first answer to a repeated sign-in if the learner's days are unchanged, because then streak and longest
-- streak are unchanged, too. Bits are never cleared, so an equal number means equal days. Otherwise, for example after
-- a make-up, sign_in.lua computes the answer anew. This stands before the functions of days.lua, because defining them
-- takes longer than this.

-- The number of days in the given years, including bridged ones, and in archived years. It changes when days move to
-- the archive.
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
