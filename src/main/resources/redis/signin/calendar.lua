-- A learner's days, read from the bitmaps, and what signing one pays. Stands before sign_in.lua and make_up.lua, which
-- share it, and after the configured `rules`:
--
--   rules = {ladder = {10, 20, 30, 50}, cycle = false, milestones = {[7] = 10}, monthly = false, freezes = 0,
--            longest_gap = 1, make_ups = 3, answers_kept = 172800,
--            bitmap = 46}
--
-- KEYS[4]        mark of the partition: its bitmaps have what MySQL has
-- KEYS[5]        what Redis keeps of archived years (hash: learner -> "last year, streak at its end, longest, days")
-- KEYS[6], ...   bitmaps of signed days, a year each, the latest first; with freezes each is followed by the year's
--                bitmap of days that a freeze bridged
-- ARGV[4]        first byte of the learner's bits in the bitmaps
-- ARGV[5]        which of the years the day is in, from 1
-- ARGV[6]        day of that year, from 0
-- ARGV[7]        days of its month before the day
-- ARGV[8]        days of its month after the day
-- ARGV[9]        1 if no year before the given ones has bits
-- ARGV[10]       1 to go on without the mark; otherwise the scripts return {-3} and change nothing
-- ARGV[11]       the latest of the years
-- ARGV[12], ...  length in days of each year
--
-- A day is a pair: y, which of the years it is in, and d, the day of that year from 0. If what the day pays would need
-- bits of archived years, the scripts return {-4} and change nothing.

if ARGV[10] ~= '1' and redis.call('EXISTS', KEYS[4]) == 0 then return {-3} end

local first_byte = tonumber(ARGV[4])
local y, d = tonumber(ARGV[5]), tonumber(ARGV[6])
local all_years = ARGV[9] == '1'

-- How far a streak reaches back and forward from the day at most.
local back = rules.monthly and tonumber(ARGV[7]) or math.huge
local forward = rules.monthly and tonumber(ARGV[8]) or math.huge

local years = {}
for key = 6, #KEYS, rules.freezes > 0 and 2 or 1 do
  years[#years + 1] = {
    days = KEYS[key],
    freezes = rules.freezes > 0 and KEYS[key + 1],
    length = tonumber(ARGV[12 + #years])
  }
end

local REACH = 40 -- days: how far back freezes look

local archive -- false if the learner has no archived years

-- The learner's archived years: y is the latest of them.
local function archived()
  if archive == nil then
    local year, run, longest, days = string.match(redis.call('HGET', KEYS[5], ARGV[1]) or '', '(%d+) (%d+) (%d+) (%d+)')
    archive = year and {
      y = tonumber(ARGV[11]) - tonumber(year) + 1,
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

if y > 1 and (is_archived(y) or d < REACH and is_archived(y + 1)) then return {-4} end

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

local function signed(y, d)
  return has(years[y].days, d)
end

-- Whether a day was missed and a freeze bridged it.
local function frozen(y, d)
  return years[y].freezes and has(years[y].freezes, d) and not signed(y, d)
end

-- Signed days in a row up to a day, at most `limit` days back; nil if the given years do not suffice to tell.
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
      elseif not frozen(y, d) then
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
    elseif not frozen(y, d) then
      break
    end
    d, limit = d + 1, limit - 1
  end
  return run
end

-- What milestones pay when the day joins `before` signed days in a row with `after`: those that the longest streak had not
-- reached (in the month, if streaks begin anew with it). nil if the given years do not suffice to tell. Seldom needed, so
-- its parts are made only then.
local function milestones_for(before, after)
  local function between(from, to)
    local points = 0
    for streak, bonus in pairs(rules.milestones) do
      if from < streak and streak <= to then points = points + bonus end
    end
    return points
  end

  -- The longest streak in a stretch of days, which `run` signed days in a row precede.
  local function longest(y_from, d_from, y_to, d_to, run)
    local longest = run
    for y = y_from, y_to, -1 do
      local d = y == y_from and d_from or 0
      local last = y == y_to and d_to or years[y].length - 1
      while d <= last do
        local whole = d % 8 == 0 and d + 7 <= last and byte(years[y].days, d / 8)
        if whole == 255 then
          run, d = run + 8, d + 8
        elseif whole == 0 and not years[y].freezes then
          run, d = 0, d + 8
        else
          if signed(y, d) then
            run = run + 1
          elseif not frozen(y, d) then
            run = 0
          end
          d = d + 1
        end
        longest = math.max(longest, run)
      end
    end
    return longest
  end

  local reached = before + 1 + after
  if between(math.max(before, after), reached) == 0 then return 0 end
  if rules.monthly then return between(longest(y, d - back, y, d + forward, 0), reached) end
  if archived() then
    if archived().y - 1 > #years then return nil end
    local since = longest(archived().y - 1, 0, 1, years[1].length - 1, archived().run)
    return between(math.max(archived().longest, since), reached)
  end
  return all_years and between(longest(#years, 0, 1, years[1].length - 1, 0), reached) or nil
end

-- Whether the day is signed already, and the rules are asked as if it were not; see journal_again.lua.
local again = false

-- What it pays to sign the day, which joins `before` signed days in a row with `after`; nil if the given years do not
-- suffice to tell. See docs/rewards.md.
local function points_for(before, after)
  local step = math.min(before + 1, #rules.ladder)
  if rules.cycle then
    if not all_years then return nil end
    local ever = archived() and archived().days or 0
    for y, year in ipairs(years) do
      if is_archived(y) then break end
      ever = ever + redis.call('BITCOUNT', year.days, first_byte, first_byte + 47)
    end
    if again then ever = ever - 1 end
    step = ever % #rules.ladder + 1
  end
  if not next(rules.milestones) then return rules.ladder[step] end
  local bonus = milestones_for(before, after)
  return bonus and rules.ladder[step] + bonus
end

-- What was answered when the day was signed: points and order; zeros if no longer known.
local function answered()
  local answer = redis.call('HGET', KEYS[2], ARGV[1])
  if not answer then return 0, 0 end
  local points, order = string.match(answer, '(%d+) (%d+)')
  return tonumber(points), tonumber(order)
end

local function keep_answer(points, order)
  redis.call('HSET', KEYS[2], ARGV[1], points .. ' ' .. order)
  if redis.call('HLEN', KEYS[2]) == 1 then redis.call('EXPIRE', KEYS[2], rules.answers_kept) end
end

-- A new bitmap gets its whole length at once: one that grows sets aside as much room again.
local function set(key, day)
  if redis.call('EXISTS', key) == 0 then redis.call('SETBIT', key, rules.bitmap * 8 - 1, 0) end
  redis.call('SETBIT', key, first_byte * 8 + day, 1)
end

-- Appends the sign-in to the journal; `...` are further fields and values.
local function journal(kind, streak, points, ...)
  redis.call('XADD', KEYS[1], '*', 'user', ARGV[1], 'day', ARGV[2], 'kind', kind, 'streak', streak,
    'points', points, 'at', ARGV[3], ...)
end
