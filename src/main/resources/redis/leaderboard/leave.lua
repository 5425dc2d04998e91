-- Removes members from a bucket that have another one by now, and tells whose score here is newer than the one there,
-- with changes.lua in front. If ranks are compared with those of the day before, it also notes who stood in this bucket
-- then and has moved to another one since. To compare, to remove and to note is one step: what comes between could be
-- newer, and a member that is gone before it is noted would be missing in yesterday's ranks. While the edition is being
-- rebuilt, the ranking that will replace it is changed in the same step. A sealed bucket only tells: it is being copied
-- by ranks, and whoever has written elsewhere may still have to go from there.
--
-- KEYS[1..6]    see ranking.lua
-- KEYS[7..11]   the same as 1 to 5, of the ranking that is being built
-- KEYS[12]      mark: the edition is being rebuilt
-- KEYS[13]      mark: the edition is sealed
-- KEYS[14]      version (string)
-- ARGV[1..6]    see ranking.lua and changes.lua
-- ARGV[7]       '1' if only what is being built is meant
-- ARGV[8]       number of this bucket; between two corrections members only get into buckets with greater ones
-- ARGV[9], ...  threes: member, number of corrections there, number of its bucket. If ranks are compared, fives: also
--               when the day ends on which it has moved, '' if that is over or not known; and the value in this bucket
--               that it had when the day before ended, '' if none
--
-- Returns for each member how often it was corrected here if that is newer, else -1. For a member whose bucket is this
-- one, how often it was corrected.

local here, each = tonumber(ARGV[8]), now and 5 or 3
local newer = {}
for i = 1, (#ARGV - 8) / each do newer[i] = -1 end

-- Notes what a member that is not here, or not any more, had here when the day before ended. What was noted with fewer
-- corrections does not count any more. The corrections here tell with how many it was noted.
--
-- at: where the member begins in ARGV
-- left: the value with which it has just left; nil if it was not here
local function note_there(set, day, at, seen, left)
  local member, number = ARGV[at], tonumber(ARGV[at + 1])
  local had = redis.call('ZSCORE', set.before, member)
  local before = had or ''
  if number >= seen and day and tonumber(ARGV[at + 3]) == day and ARGV[at + 4] ~= '' then
    before = ARGV[at + 4]
  elseif number > seen then
    before = ''
  end
  set_or_remove(set.before, before, member)
  redis.call('ZREM', set.after, member)
  if before == '' then
    if left or had then redis.call('HDEL', set.corrections, member) end
  elseif number > seen then
    redis.call('HSET', set.corrections, member, number)
  end
  if style == 'dense' then
    for _, touched in ipairs({left or '', had or '', before}) do
      if touched ~= '' then recount(set, touched) end
    end
  end
end

local sealed = ARGV[7] == '0' and redis.call('EXISTS', KEYS[13]) == 1

local function leave(set)
  local changed = false
  local day = not sealed and begin_day(set, 12, each)
  for i = 1, #newer do
    local at = 9 + (i - 1) * each
    local member, number, there = ARGV[at], tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
    local value = redis.call('ZSCORE', set.live, member)
    local seen = (value or now) and tonumber(redis.call('HGET', set.corrections, member) or 0)
    if value and (seen > number or seen == number and here >= there) then
      newer[i] = math.max(newer[i], seen)
    elseif not sealed then
      if value then changed = put(set, nil, member, '', '', true) or changed end
      if now then
        note_there(set, day, at, seen, value)
      elseif value then
        redis.call('HDEL', set.corrections, member)
      end
    end
  end
  if not sealed then expire_day(set) end
  return changed
end

if ARGV[7] == '1' then
  leave(ranking(7))
  expire(7, 11)
elseif sealed then
  leave(shown)
else
  local changed = leave(shown)
  if changed then raise_version(KEYS[14]) end
  if changed or now then
    expire(1, 6)
    expire(14, 14)
  end
  if redis.call('EXISTS', KEYS[12]) == 1 then
    leave(ranking(7))
    expire(7, 11)
  end
end
return newer
