-- Makes up for a missed day: sets the day's bits as signed and as made up and appends the make-up to the journal, if the
-- day's month has one left. Quota, bits and journal in one script: of two at once for the last one, one is refused.
--
-- KEYS[1]  journal of the partition (stream)
-- KEYS[2]  answers of the day (hash: learner -> "points order")
-- KEYS[3]  bitmap of the days made up in the day's year
-- ARGV[1]  learner
-- ARGV[2]  day, yyyy-MM-dd
-- ARGV[3]  when the learner acted, milliseconds since the epoch
-- The others are described in calendar.lua.
--
-- Returns {1 if new else 0, streak up to the day, points, make-ups left in the month, 1 if the day is made up else 0} with
-- points 0 if no longer known, {-1} and changes nothing if it needs to know more years, or {-2} if no make-up is left.

local left = rules.make_ups
for day = d - tonumber(ARGV[7]), d + tonumber(ARGV[8]) do
  if has(KEYS[3], day) then left = left - 1 end
end
left = math.max(left, 0)

local before = run_back(y, d - 1, back)
if not before then return {-1} end

if signed(y, d) then
  local points = answered()
  return {0, before + 1, points, left, has(KEYS[3], d) and 1 or 0}
end
if left == 0 then return {-2} end

local points = points_for(before, run_forward(y, d + 1, forward))
if not points then return {-1} end

set(years[y].days, d)
set(KEYS[3], d)
keep_answer(points, 0)
journal('MAKE_UP', before + 1, points)
return {1, before + 1, points, left - 1, 1}
