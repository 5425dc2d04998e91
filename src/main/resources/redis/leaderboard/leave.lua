-- Removes members from a bucket that have moved to another one, and tells whose scores are newer here than there, with
-- changes.lua in front. One step compares and removes, as an update in between could be newer. While the edition is
-- being rebuilt, the ranking that will replace it is changed in the same step. A sealed bucket only tells, as it is
-- being copied by ranks; a member that was written elsewhere may still have to leave from there.
--
-- KEYS[1..6]    see ranking.lua
-- KEYS[7..11]   the same as 1 to 5, of the ranking that is being built
-- KEYS[12]      mark: the edition is being rebuilt
-- KEYS[13]      mark: the edition is sealed
-- KEYS[14]      version (string)
-- ARGV[1..6]    see ranking.lua and changes.lua
-- ARGV[7]       '1' if only what is being built is meant
-- ARGV[8]       number of this bucket; between two corrections members only get into buckets with greater ones
-- ARGV[9], ...  threes: member, number of corrections there, number of its bucket
--
-- Returns for each member how often it was corrected here if that is newer, else -1. For a member whose bucket is this
-- one, how often it was corrected.

local here = tonumber(ARGV[8])
local newer = {}
for i = 1, (#ARGV - 8) / 3 do newer[i] = -1 end

local sealed = ARGV[7] == '0' and redis.call('EXISTS', KEYS[13]) == 1

local function leave(set)
  local changed = false
  for i = 1, #newer do
    local at = 6 + 3 * i
    local member, number, there = ARGV[at], tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2])
    if redis.call('ZSCORE', set.live, member) then
      local seen = tonumber(redis.call('HGET', set.corrections, member) or 0)
      if seen > number or seen == number and here >= there then
        newer[i] = math.max(newer[i], seen)
      elseif not sealed then
        changed = put(set, nil, member, '', '', true) or changed
        redis.call('HDEL', set.corrections, member)
      end
    end
  end
  return changed
end

if ARGV[7] == '1' then
  leave(ranking(7))
  expire(7, 11)
elseif sealed then
  leave(shown)
else
  if leave(shown) then
    raise_version(KEYS[14])
    expire(1, 6)
    expire(14, 14)
  end
  if redis.call('EXISTS', KEYS[12]) == 1 then
    leave(ranking(7))
    expire(7, 11)
  end
end
return newer
