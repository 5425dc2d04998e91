-- Appends a signed day to the journal once more: its entry got lost on the way to MySQL. Points are what was answered,
-- or what the rules pay if the day were signed now.
--
-- KEYS[1]  journal of the partition (stream)
-- KEYS[2]  answers of the day (hash: learner -> "points order")
-- KEYS[3]  bitmap of the days made up in the day's year
-- ARGV[1]  learner
-- ARGV[2]  day, yyyy-MM-dd
-- ARGV[3]  when the learner acted, milliseconds since the epoch
-- The others are described in calendar.lua.
--
-- Returns {1}, {0} if the day is not signed, or {-1} and changes nothing if it needs to know more years.

if not signed(y, d) then return {0} end

-- The rules are asked as if the day were not signed yet.
local key, at = years[y].days, math.floor(d / 8)
bitmaps[key] = string.sub(bitmaps[key], 1, at) .. string.char(byte(key, at) - bit.rshift(128, d % 8))
  .. string.sub(bitmaps[key], at + 2)
local count_all = days_ever_signed
days_ever_signed = function() return count_all() - 1 end

local before = run_back(y, d - 1, back)
if not before then return {-1} end
local points = answered()
if points == 0 then points = points_for(before, run_forward(y, d + 1, forward)) end
if not points then return {-1} end

local bridged = 0
for n = 1, 7 do
  local missed_y, missed_d = earlier(y, d, n)
  if not missed_y or not frozen(missed_y, missed_d) then break end
  bridged = n
end
journal(has(KEYS[3], d) and 'MAKE_UP' or 'REGULAR', before + 1, points, 'frozen', bridged)
return {1}
