-- Signs a learner in for one day: sets the day's bit and, if it was clear, works out streak and points, spends freezes
-- on missed days right before, and appends the sign-in to the journal. One script, so that no crash can leave a bit
-- without its journal entry: such a learner could neither sign in again nor ever get the points.
--
-- KEYS and ARGV: see call.lua.
--
-- Returns {1 if new else 0, streak up to the day, points, order of the day, points for milestones among them, longest
-- streak} with points and order 0 if no longer known, or a code of call.lua. The longest streak is 0 if not asked for.

local FREEZES_LAST = 30 -- days

-- The missed days right before that freezes can bridge.
local function missed()
  for gap = 1, math.min(rules.longest_gap, rules.freezes) do
    local before_y, before_d = earlier(y, d, gap + 1)
    if gap + 1 > back or not before_y then return 0 end
    if signed(before_y, before_d) then
      local spent = 0
      for n = 1, FREEZES_LAST do
        local some_y, some_d = earlier(y, d, n)
        if some_y and frozen(some_y, some_d) then spent = spent + 1 end
      end
      return spent + gap <= rules.freezes and gap or 0
    end
  end
  return 0
end

local before = run_back(y, d - 1, back)
if not before then return {MORE_YEARS} end

if signed(y, d) then
  local points, order, milestone = answered()
  return {0, before + 1, points, order, milestone, tells_longest and longest_ever() or 0}
end

local bridged = before == 0 and rules.freezes > 0 and missed() or 0
if bridged > 0 then
  local from_y, from_d = earlier(y, d, bridged + 1)
  before = run_back(from_y, from_d, back - bridged)
  if not before then return {MORE_YEARS} end
end
local after = run_forward(y, d + 1, forward)
local points, milestone = points_for(before, after, 0)
if not points then return {MORE_YEARS} end
local longest = tells_longest and math.max(longest_ever(), before + 1 + after) or 0
local days = tells_longest and days_given() + 1 + bridged

set(years[y].days, d)
for n = 1, bridged do
  local missed_y, missed_d = earlier(y, d, n)
  set(years[missed_y].freezes, missed_d)
end
local order = next_order()
if days then
  keep_answer(points, order, milestone, before + 1, longest, extent(days, archived() and archived().days))
else
  keep_answer(points, order, milestone)
end
if bridged > 0 then
  journal('REGULAR', before + 1, points, 'frozen', bridged)
else
  journal('REGULAR', before + 1, points)
end
return {1, before + 1, points, order, milestone, longest}
