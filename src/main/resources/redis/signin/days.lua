-- A learner's days, read from the bitmaps. A day is a pair: y, the position of its year among the given years, and d,
-- the day of that year from 0. The day to sign is the pair y, d of call.lua.

-- The longest possible reach of a streak back and forward from the day.
local back = rules.monthly and month_before or math.huge
local forward = rules.monthly and month_after or math.huge

local years = {}
for key = first_bitmap, #KEYS, rules.freezes > 0 and 2 or 1 do
  years[#years + 1] = {
    days = KEYS[key],
    freezes = rules.freezes > 0 and KEYS[key + 1],
    length = tonumber(ARGV[first_length + #years])
  }
end

-- The learner's pauses: mostly none.
local first_pause = first_length + #years
local has_pauses = #ARGV >= first_pause

local REACH = has_pauses and 366 or 40 -- days: how far back freezes look, pauses in between

local archive -- false if the learner has no archived years

-- The summary of the learner's archived years: y is the latest of them.
local function archived()
  if archive == nil then
    local summary = redis.call('HGET', archive_key, learner) or ''
    local year, run, longest, days = string.match(summary, '(%d+) (%d+) (%d+) (%d+)')
    archive = year and {
      y = latest_year - tonumber(year) + 1,
      run = tonumber(run),
      longest = tonumber(longest),
      days = tonumber(days)
    } or false
  end
  return archive
end

local function is_archived(y)
  return archived() and y >= archived().y
end

if y > 1 and (is_archived(y) or d < REACH and is_archived(y + 1)) then return {ARCHIVED} end

local bitmaps = {}

local function byte(key, index)
  if not bitmaps[key] then
    bitmaps[key] = redis.call('GETRANGE', key, first_byte, first_byte + 47)
  end
  return string.byte(bitmaps[key], index + 1) or 0
end

local function has(key, day)
  return bit.band(byte(key, math.floor(day / 8)), bit.rshift(128, day % 8)) ~= 0
end

-- Whether there is no bitmap, or none of the learner's bytes.
local function is_missing(key)
  byte(key, 0)
  return bitmaps[key] == ''
end

-- A new bitmap gets its whole length at once, because a growing one allocates twice the room.
local function set(key, day)
  if is_missing(key) then redis.call('SETBIT', key, rules.bitmap * 8 - 1, 0) end
  redis.call('SETBIT', key, first_byte * 8 + day, 1)
end

local function signed(y, d)
  return has(years[y].days, d)
end

-- Whether a freeze bridged the missed day.
local function frozen(y, d)
  return years[y].freezes and has(years[y].freezes, d) and not signed(y, d)
end

local function paused(y, d)
  local day = (latest_year - y + 1) * 1000 + d
  for i = first_pause, #ARGV, 2 do
    if tonumber(ARGV[i]) <= day and day < tonumber(ARGV[i + 1]) then return true end
  end
  return false
end

-- Whether a day cannot be missed: the zone does not have it, or the learner pauses on it.
local function excused(y, d)
  return rules.skipped and rules.skipped[(latest_year - y + 1) * 1000 + d] or has_pauses and paused(y, d)
end

-- Whether an unsigned day does not break a streak.
local function passed_over(y, d)
  return frozen(y, d) or excused(y, d)
end

-- The day n days earlier; nil if it is before the given years.
local function earlier(y, d, n)
  d = d - n
  while d < 0 do
    y = y + 1
    if not years[y] then return nil end
    d = d + years[y].length
  end
  return y, d
end

-- Signed days in a row up to a day, at most `limit` days back; nil if the given years are not enough.
local function run_back(y, d, limit)
  local run = 0
  while limit > 0 do
    if d < 0 then
      y = y + 1
      if is_archived(y) then return run + archived().run end
      if not years[y] then return all_years and run or nil end
      d = years[y].length - 1
    end
    if d % 8 == 7 and limit >= 8 and byte(years[y].days, (d - 7) / 8) == 255 then
      run, d, limit = run + 8, d - 8, limit - 8
    else
      if signed(y, d) then
        run = run + 1
      elseif not passed_over(y, d) then
        break
      end
      d, limit = d - 1, limit - 1
    end
  end
  return run
end

-- Signed days in a row from a day on, at most `limit` days.
local function run_forward(y, d, limit)
  local run = 0
  while limit > 0 do
    if d >= years[y].length then
      y, d = y - 1, 0
      if not years[y] then break end
    end
    if signed(y, d) then
      run = run + 1
    elseif not passed_over(y, d) then
      break
    end
    d, limit = d + 1, limit - 1
  end
  return run
end

-- The first byte with a bit, from the given one on; nil if there is none.
local function next_with_bits(key, index)
  byte(key, 0)
  local found = string.find(bitmaps[key], '[^%z]', index + 1)
  return found and found - 1
end

-- The longest streak in a range of days after `run` signed days in a row. Handles whole bytes at once where possible,
-- and skips bytes without bits.
local function longest_run(y_from, d_from, y_to, d_to, run)
  local longest = run
  for y = y_from, y_to, -1 do
    local days, freezes = years[y].days, years[y].freezes
    local d = y == y_from and d_from or 0
    local last = y == y_to and d_to or years[y].length - 1
    if is_missing(days) and not (freezes and not is_missing(freezes)) then run, d = 0, last + 1 end
    while d <= last do
      local whole = d % 8 == 0 and d + 7 <= last
      local eight = whole and byte(days, d / 8)
      if eight == 255 then
        run, d = run + 8, d + 8
      elseif eight == 0 and not has_pauses and not (freezes and byte(freezes, d / 8) ~= 0) then
        local next_days, next_freezes = next_with_bits(days, d / 8), freezes and next_with_bits(freezes, d / 8)
        run, d = 0, math.min(next_days or 46, next_freezes or 46) * 8
      else
        if signed(y, d) then
          run = run + 1
        elseif not passed_over(y, d) then
          run = 0
        end
        d = d + 1
      end
      longest = math.max(longest, run)
    end
  end
  return longest
end

-- The longest streak of the given and the archived years, before the script changes anything. A day just signed in an
-- archived year counts after the next archiving.
local function longest_ever()
  local from, run, longest = #years, 0, 0
  if archived() then
    longest = archived().longest
    if archived().y <= #years + 1 then from, run = archived().y - 1, archived().run end
  end
  if not rules.monthly then return math.max(longest, longest_run(from, 0, 1, years[1].length - 1, run)) end
  for y = from, 1, -1 do
    local first = 0
    for _, length in ipairs({31, years[y].length - 337, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}) do
      longest = math.max(longest, longest_run(y, first, y, first + length - 1, 0))
      first = first + length
    end
  end
  return longest
end

-- The number of signed and bridged days of the given years, before the script changes anything.
local function days_given()
  local days = 0
  for key = first_bitmap, #KEYS do
    if not is_missing(KEYS[key]) then
      days = days + redis.call('BITCOUNT', KEYS[key], first_byte, first_byte + 47)
    end
  end
  return days
end
