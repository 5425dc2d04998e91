-- Appends a signed day to the journal once more, after its entry got lost on the way to MySQL. The points are the
-- answered ones, or the pay as if the day were signed now. One script, so that the day is not archived between look and
-- entry.
--
-- KEYS and ARGV: see call.lua.
--
-- Returns {1}, {0} if the day is not signed, or a code of call.lua.

if not signed(y, d) then return {0} end

-- Milestones are looked up as if the day were not signed yet, so its bit is cleared in the copy that was read, not in
-- Redis.
local key, at = years[y].days, math.floor(d / 8)
bitmaps[key] = string.sub(bitmaps[key], 1, at) .. string.char(byte(key, at) - bit.rshift(128, d % 8))
  .. string.sub(bitmaps[key], at + 2)

-- Bridged days right before the day, within the given years.
local function bridged()
  local days, n = 0, 1
  while true do
    local missed_y, missed_d = earlier(y, d, n)
    if missed_y and frozen(missed_y, missed_d) then
      days = days + 1
    elseif not missed_y or not excused(missed_y, missed_d) then
      return days
    end
    n = n + 1
  end
end

local before = run_back(y, d - 1, back)
if not before then return {MORE_YEARS} end
local points = answered()
if points == 0 then points = points_for(before, run_forward(y, d + 1, forward), 1) end
if not points then return {MORE_YEARS} end

journal(has(made_up_key, d) and 'MAKE_UP' or 'REGULAR', before + 1, points, 'frozen', bridged())
return {1}
