-- Makes up for a missed day: sets the day's bits as signed and as made up and appends the make-up to the journal, if
-- the day's month has one left. One script, so that of two concurrent calls for the last make-up one is refused.
--
-- KEYS and ARGV: see call.lua.
--
-- Returns {1 if new else 0, streak up to the day, points, make-ups left in the month, 1 if the day is made up else 0,
-- points for milestones among them} with points 0 if no longer known, or a code of call.lua.

local left = rules.make_ups
for day = d - month_before, d + month_after do
  if has(made_up_key, day) then left = left - 1 end
end
left = math.max(left, 0)

local before = run_back(y, d - 1, back)
if not before then return {MORE_YEARS} end

if signed(y, d) then
  local points, _, milestone = answered()
  return {0, before + 1, points, left, has(made_up_key, d) and 1 or 0, milestone}
end
if left == 0 then return {NO_MAKE_UP_LEFT} end

local points, milestone = points_for(before, run_forward(y, d + 1, forward), 0)
if not points then return {MORE_YEARS} end

set(years[y].days, d)
set(made_up_key, d)
keep_answer(points, 0, milestone)
journal('MAKE_UP', before + 1, points)
return {1, before + 1, points, left - 1, 1, milestone}
