-- Signs a learner in for one day: sets the day's bit and, if it was clear, works out streak and points and appends the
-- sign-in to the journal. One script, so that no crash can leave a bit without its journal entry: such a learner could
-- neither sign in again nor ever get the points.
--
-- KEYS[1]  journal of the partition (stream)
-- KEYS[2]  answers of the day (hash: learner -> "points order")
-- KEYS[3]  count of the day's sign-ins (string)
-- KEYS[4]  bitmap of the day's year; KEYS[5], ... of the years before it, latest first
-- ARGV[1]  learner
-- ARGV[2]  day, yyyy-MM-dd
-- ARGV[3]  when the learner acted, milliseconds since the epoch
-- ARGV[4]  first byte of the learner's bits in the bitmaps
-- ARGV[5]  day of the year, from 0
-- ARGV[6]  how long the day's answers are kept, seconds
-- ARGV[7]  reward ladder, points by streak day, blank-separated
-- ARGV[8]  milestones, streak:points, blank-separated
-- ARGV[9], ...  length in days of the years of KEYS[5], ...
--
-- Returns {1 if new else 0, streak, points, order of the day, 0 if the answer has expired}, or {-1} and changes nothing
-- if the streak reaches back beyond the given years.

local first = tonumber(ARGV[4])
local day = tonumber(ARGV[5])

-- The length of the run of set bits that ends with bit `last`.
local function run(key, last)
  local bytes = redis.call('GETRANGE', key, first, first + math.floor(last / 8))
  local at = last
  while at >= 0 do
    local byte = string.byte(bytes, math.floor(at / 8) + 1) or 0
    if at % 8 == 7 and byte == 255 then
      at = at - 8
    elseif bit.band(byte, bit.rshift(128, at % 8)) ~= 0 then
      at = at - 1
    else
      break
    end
  end
  return last - at
end

-- Signed days in a row up to the day before `day`, or nil if the given years do not suffice to tell.
local function streak_before()
  local streak = day > 0 and run(KEYS[4], day - 1) or 0
  if streak < day then return streak end
  for year = 5, #KEYS do
    local days = tonumber(ARGV[year + 4])
    local length = run(KEYS[year], days - 1)
    streak = streak + length
    if length < days then return streak end
  end
  return nil
end

local function points_for(streak)
  local steps = {}
  for step in string.gmatch(ARGV[7], '%d+') do steps[#steps + 1] = tonumber(step) end
  local points = steps[math.min(streak, #steps)]
  for milestone, bonus in string.gmatch(ARGV[8], '(%d+):(%d+)') do
    if tonumber(milestone) == streak then points = points + tonumber(bonus) end
  end
  return points
end

local streak = streak_before()
if not streak then return {-1} end
streak = streak + 1

if redis.call('SETBIT', KEYS[4], first * 8 + day, 1) == 1 then
  local answer = redis.call('HGET', KEYS[2], ARGV[1])
  if not answer then return {0, streak, points_for(streak), 0} end
  local points, order = string.match(answer, '(%d+) (%d+)')
  return {0, streak, tonumber(points), tonumber(order)}
end

local points = points_for(streak)
local order = redis.call('INCR', KEYS[3])
redis.call('HSET', KEYS[2], ARGV[1], points .. ' ' .. order)
if redis.call('HLEN', KEYS[2]) == 1 then redis.call('EXPIRE', KEYS[2], ARGV[6]) end
if order == 1 then redis.call('EXPIRE', KEYS[3], ARGV[6]) end
redis.call('XADD', KEYS[1], '*', 'user', ARGV[1], 'day', ARGV[2], 'kind', 'REGULAR', 'streak', streak,
  'points', points, 'at', ARGV[3])
return {1, streak, points, order}
