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
again = true
local key, at = years[y].days, math.floor(d / 8)
bitmaps[key] = string.sub(bitmaps[key], 1, at) .. string.char(byte(key, at) - bit.rshift(128, d % 8))
  .. string.sub(bitmaps[key], at + 2)

-- Missed days right before the day that freezes bridged, as far as they are in its year and the one before.
local function bridged()
  local missed_y, missed_d, n = y, d - 1, 0
  while true do
    if missed_d < 0 then
      missed_y = missed_y + 1
      if not years[missed_y] then return n end
      missed_d = years[missed_y].length - 1
    end
    if not frozen(missed_y, missed_d) then return n end
    missed_d, n = missed_d - 1, n + 1
  end
end

local before = run_back(y, d - 1, back)
if not before then return {-1} end
local points = answered()
if points == 0 then points = points_for(before, run_forward(y, d + 1, forward)) end
if not points then return {-1} end

journal(has(KEYS[3], d) and 'MAKE_UP' or 'REGULAR', before + 1, points, 'frozen', bridged())
return {1}
