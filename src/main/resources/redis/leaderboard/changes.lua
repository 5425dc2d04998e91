-- What the scripts that change an edition have in common, with ranking.lua in front. Scores are absolute, so one may
-- come twice and in any order. The newer of two is the one with more corrections. If both have the same number, it is
-- the better one, as places only become better between corrections. Only members that were ever corrected are in the
-- hash of corrections.
--
-- ARGV[5]  milliseconds until the keys expire, '' if they do not

-- Keeps the set of distinct scores right after one member has changed. No counts are kept: whether anybody still has
-- the score is asked of the set itself.
local function change_distinct(set, old, new)
  if new ~= '' then
    local worst = values_of_score(tonumber(new))
    redis.call('ZADD', set.distinct, worst, worst)
  end
  if old then
    local worst, best = values_of_score(tonumber(old))
    if redis.call('ZCOUNT', set.live, worst, best) == 0 then redis.call('ZREM', set.distinct, worst) end
  end
end

-- Gives a member a value, '' if it is not ranked. Returns whether anything has changed.
local function put(set, bound, member, value, details, newer)
  local old = redis.call('ZSCORE', set.live, member)
  if old and not newer and tonumber(value) < tonumber(old) then return false end
  if bound and value ~= '' then
    local number = tonumber(value)
    if number < bound.value or number == bound.value and (member == bound.member or after(member, bound.member)) then
      value = ''
    end
  end
  if value == '' then
    if not old then return false end
    redis.call('ZREM', set.live, member)
    redis.call('HDEL', set.details, member)
  else
    if old and tonumber(value) == tonumber(old) and details == (redis.call('HGET', set.details, member) or '') then
      return false
    end
    redis.call('ZADD', set.live, value, member)
    if details == '' then
      redis.call('HDEL', set.details, member)
    else
      redis.call('HSET', set.details, member, details)
    end
  end
  if style == 'dense' then change_distinct(set, old, value) end
  return true
end

local function bound_of(set)
  local bound = keep > 0 and redis.call('GET', set.bound)
  if not bound then return nil end
  local value, member = string.match(bound, '^(%S+) (.*)$')
  return {value = tonumber(value), member = member}
end

-- Removes the worst of a ranking that keeps only its best, but for a margin: so that some of them may leave before
-- others are missed. Notes the best of those removed. What is not better than that is not taken later either, as there
-- may be members above it that are not here.
local function trim(set)
  local surplus = keep > 0 and redis.call('ZCARD', set.live) - keep - math.max(100, math.floor(keep / 10)) or 0
  if surplus <= 0 then return end
  local best = redis.call('ZRANGE', set.live, surplus - 1, surplus - 1, 'WITHSCORES')
  redis.call('SET', set.bound, best[2] .. ' ' .. best[1])
  if redis.call('EXISTS', set.details) == 1 then
    for _, member in ipairs(redis.call('ZRANGE', set.live, 0, surplus - 1)) do
      redis.call('HDEL', set.details, member)
    end
  end
  redis.call('ZREMRANGEBYRANK', set.live, 0, surplus - 1)
  if style == 'dense' then
    local worst = redis.call('ZRANGE', set.live, 0, 0, 'WITHSCORES')
    redis.call('ZREMRANGEBYSCORE', set.distinct, '-inf', '(' .. values_of_score(tonumber(worst[2])))
  end
end

-- Sets members of a ranking to their scores.
--
-- first: where the fours begin in ARGV: member, value ('' if not ranked), number of corrections, details; each member
-- comes once at most
--
-- Returns whether anything has changed.
local function set_scores(set, first)
  local any = redis.call('EXISTS', set.corrections) == 1
  local bound = bound_of(set)
  local plain = keep == 0 and style ~= 'dense' and redis.call('EXISTS', set.details) == 0
  local changed = false
  local raised = {}
  for i = first, #ARGV, 4 do
    local member, value, number, details = ARGV[i], ARGV[i + 1], tonumber(ARGV[i + 2]), ARGV[i + 3]
    local seen = any and tonumber(redis.call('HGET', set.corrections, member) or 0) or 0
    if number > seen then
      redis.call('HSET', set.corrections, member, number)
      any = true
      changed = put(set, bound, member, value, details, true) or changed
    elseif number == seen and value ~= '' then
      if plain and details == '' then
        raised[#raised + 1] = value
        raised[#raised + 1] = member
      else
        changed = put(set, bound, member, value, details, false) or changed
      end
    end
  end
  -- Hundreds at a time: one command costs less than as many.
  for i = 1, #raised, CHUNK do
    local number = redis.call('ZADD', set.live, 'GT', 'CH', unpack(raised, i, math.min(i + CHUNK - 1, #raised)))
    changed = number > 0 or changed
  end
  trim(set)
  return changed
end

-- Whether members that were trimmed would be ranked by now, as too many have left.
local function lacks_members(set)
  return keep > 0 and redis.call('EXISTS', set.bound) == 1 and redis.call('ZCARD', set.live) < keep
end

-- A version that Redis has lost begins at the time of now: so it does not come to be one that it was before.
local function raise_version(key)
  if redis.call('EXISTS', key) == 0 then
    local now = redis.call('TIME')
    redis.call('SET', key, now[1] .. string.sub('00000' .. now[2], -6, -4))
  end
  return redis.call('INCR', key)
end

local function expire(first, last)
  if ARGV[5] == '' then return end
  for i = first, last do redis.call('PEXPIRE', KEYS[i], ARGV[5]) end
end

