-- The pay of signing a day: see docs/rewards.md.

-- The pay of milestones when the day joins `before` signed days in a row with `after`. Only milestones above the
-- longest streak so far count (in the month, if streaks begin anew with it). nil if the given years are not enough.
local function milestones_for(before, after)
  local function between(from, to)
    local points = 0
    for streak, bonus in pairs(rules.milestones) do
      if from < streak and streak <= to then points = points + bonus end
    end
    return points
  end

  local reached = before + 1 + after
  if between(math.max(before, after), reached) == 0 then return 0 end
  if rules.monthly then return between(longest_run(y, d - back, y, d + forward, 0), reached) end
  if archived() then
    if archived().y - 1 > #years then return nil end
    local since = longest_run(archived().y - 1, 0, 1, years[1].length - 1, archived().run)
    return between(math.max(archived().longest, since), reached)
  end
  return all_years and between(longest_run(#years, 0, 1, years[1].length - 1, 0), reached) or nil
end

-- The pay of signing the day, which joins `before` signed days in a row with `after`, and its part for milestones; nil
-- if the given years are not enough. `since` days that Redis has do not count.
local function points_for(before, after, since)
  local step = math.min(before + 1, #rules.ladder)
  if rules.cycle then
    if not all_years then return nil end
    local ever = (archived() and archived().days or 0) - since
    for y, year in ipairs(years) do
      if is_archived(y) then break end
      ever = ever + redis.call('BITCOUNT', year.days, first_byte, first_byte + 47)
    end
    step = ever % #rules.ladder + 1
  end
  if not next(rules.milestones) then return rules.ladder[step], 0 end
  local bonus = milestones_for(before, after)
  return bonus and rules.ladder[step] + bonus, bonus
end
