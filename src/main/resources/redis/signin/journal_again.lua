-- Appends a signed day to the journal once more, after its entry got lost on the way to MySQL. The points are the
-- answered ones, or the pay of the day after the days before it: later ones have been paid. One script, so that the day
-- is not archived between check and entry.
--
-- KEYS and ARGV: see call.lua.
--
-- Returns {1}, {0} if the day is not signed, or a code of call.lua.

if not signed(y, d) then return {0} end

-- Clears the day and all later ones in the copy that was read, not in Redis. Returns how many of them are signed.
local function forget_since()
  local days, key, at = 0, years[y].days, math.floor(d / 8)
  for day = d, years[y].length - 1 do
    if signed(y, day) then days = days + 1 end
  end
  local kept = bit.band(byte(key, at), 256 - bit.lshift(1, 8 - d % 8))
  bitmaps[key] = string.sub(bitmaps[key], 1, at) .. string.char(kept)
  for later = 1, y - 1 do
    days = days + redis.call('BITCOUNT', years[later].days, first_byte, first_byte + 47)
    bitmaps[years[later].days] = ''
  end
  return days
end

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
if points == 0 then points = points_for(before, 0, forget_since()) end
if not points then return {MORE_YEARS} end

journal(has(made_up_key, d) and 'MAKE_UP' or 'REGULAR', before + 1, points, 'frozen', bridged())
return {1}
