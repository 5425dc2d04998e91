-- Signs a learner in for one day: sets the day's bit and, if it was clear, computes streak and points, spends freezes
-- on missed days right before, and appends the sign-in to the journal. One script, so that no crash can leave a bit
-- without its journal entry: such a learner could neither sign in again nor ever get the points.
--
-- KEYS and ARGV: see call.lua.
--
-- Returns {1 if new else 0, streak up to the day, points, order of the day, points for milestones among them, longest
-- streak} with points and order 0 if not known, or a code of call.lua. The longest streak is 0 unless requested.

local FREEZES_LAST = 30 -- days

-- The missed days right before, if freezes can bridge all of them, as numbers of days back; and the number of days back
-- of the signed day before them.
local function missed()
  local gap = {}
  for n = 1, back do
    local some_y, some_d = earlier(y, d, n)
    if not some_y or #gap > math.min(rules.longest_gap, rules.freezes) then return {} end
    if signed(some_y, some_d) then
      local spent = 0
      for ago = 1, FREEZES_LAST do
        local past_y, past_d = earlier(y, d, ago)
        if past_y and frozen(past_y, past_d) then spent = spent + 1 end
      end
      return spent + #gap <= rules.freezes and gap or {}, n
    end
    if not excused(some_y, some_d) then gap[#gap + 1] = n end
  end
  return {}
end

local before = run_back(y, d - 1, back)
if not before then return {MORE_YEARS} end

if signed(y, d) then
  local points, order, milestone = answered()
  return {0, before + 1, points, order, milestone, tells_longest and longest_ever() or 0}
end

local bridged, from = {}, nil
if before == 0 and rules.freezes > 0 then bridged, from = missed() end
if #bridged > 0 then
  local from_y, from_d = earlier(y, d, from)
  before = run_back(from_y, from_d, back - from + 1)
  if not before then return {MORE_YEARS} end
end
local after = run_forward(y, d + 1, forward)
local points, milestone = points_for(before, after, 0)
if not points then return {MORE_YEARS} end
local longest = tells_longest and math.max(longest_ever(), before + 1 + after) or 0
local days = tells_longest and days_given() + 1 + #bridged

set(years[y].days, d)
for _, n in ipairs(bridged) do
  local missed_y, missed_d = earlier(y, d, n)
  set(years[missed_y].freezes, missed_d)
end
local order = keeps_answer and next_order() or 0
if days then
  keep_answer(points, order, milestone, before + 1, longest, extent(days, archived() and archived().days))
elseif keeps_answer then
  keep_answer(points, order, milestone)
end
if #bridged > 0 then
  journal('REGULAR', before + 1, points, 'frozen', #bridged)
else
  journal('REGULAR', before + 1, points)
end
return {1, before + 1, points, order, milestone, longest}
