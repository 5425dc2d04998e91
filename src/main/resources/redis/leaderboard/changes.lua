-- Shared code of the scripts that change an edition, with ranking.lua in front. Scores are absolute, so they may come
-- twice and in any order. The score with more corrections is newer. With equal numbers the better score is, because
-- between corrections a place only improves. The hash of corrections has only members that were ever corrected.
--
-- ARGV[6]  milliseconds until the keys expire, '' if they do not
--
-- Each written score takes four places in ARGV: member, value ('' if not ranked), number of corrections, details. If
-- ranks are compared with the day before, it takes two more: the end of the day on which the member moved, '' if that
-- day is over; and its value at the end of the day before, '' if none. The values of a day are absolute, too, so they
-- may come at any time and repeatedly.

local WIDTH = now and 6 or 4
local MOST = keep + math.max(100, math.floor(keep / 10)) -- members that are kept, with a margin
local NEVER = 253370764800000 -- 9999-12-31: when the last day of an edition ends
local A_DAY = 86400000

local function day_keys(set) return {set.ends, set.before, set.after} end

-- Begins a new day if the newest scores belong to one. Returns the end of that day; nil if no member has moved on a day
-- that is not over.
--
-- first: index in ARGV of the first end of a day
-- width: distance to the next one
local function begin_day(set, first, width)
  if not now then return nil end
  local known = tonumber(redis.call('GET', set.ends) or 0)
  local ends = known
  for i = first, #ARGV, width do ends = math.max(ends, tonumber(ARGV[i]) or 0) end
  if ends > known then
    redis.call('UNLINK', unpack(day_keys(set)))
    redis.call('SET', set.ends, string.format('%.0f', ends))
  end
  return ends > now and ends or nil
end

local function set_or_remove(key, value, member)
  if value and value ~= '' then
    redis.call('ZADD', key, value, member)
  else
    redis.call('ZREM', key, member)
  end
end

-- Notes whether and how a member has moved today, after its newest state is in the set. A member that has not moved and
-- is not among the kept best still had its place yesterday.
--
-- i: index of the member in ARGV
-- corrected: whether it has more corrections than known before. If not, and it has not moved today, the earlier note
--     came with a newer state
local function note(set, day, i, corrected)
  local member, given = ARGV[i], ARGV[i + 1]
  local _, value = find(set, 'ZSCORE', member, set_of(set, tonumber(given) or 0))
  local had = redis.call('ZSCORE', set.before, member)
  local has_moved = tonumber(ARGV[i + 4]) == day
  local before = not value and given or ''
  if has_moved then
    before = ARGV[i + 5]
  elseif not corrected and keep == 0 then
    before = had or ''
  end
  set_or_remove(set.before, before, member)
  set_or_remove(set.after, has_moved and value, member)
end

-- The same for members of an undivided ranking whose places can only have improved, hundreds at a time. Skips states that are older than the
-- set.
local function note_all(set, day, places)
  local members, moved_here = {}, {}
  for _, i in ipairs(places) do
    if tonumber(ARGV[i + 4]) == day then
      members[#members + 1] = ARGV[i]
      moved_here[#moved_here + 1] = i
    end
  end
  for from = 1, #members, CHUNK do
    local values = redis.call('ZMSCORE', set.sets[1], unpack(members, from, math.min(from + CHUNK - 1, #members)))
    local before, after_now = {}, {}
    for j, value in ipairs(values) do
      local i = moved_here[from + j - 1]
      if tonumber(value) == tonumber(ARGV[i + 1]) then
        after_now[#after_now + 1] = value
        after_now[#after_now + 1] = ARGV[i]
        if ARGV[i + 5] ~= '' then
          before[#before + 1] = ARGV[i + 5]
          before[#before + 1] = ARGV[i]
        end
      end
    end
    if #after_now > 0 then redis.call('ZADD', set.after, unpack(after_now)) end
    if #before > 0 then redis.call('ZADD', set.before, unpack(before)) end
  end
end

-- Updates the set of distinct scores after one member has changed. It needs no counts: the live set tells whether any
-- member still has the score.
local function change_distinct(set, old, new)
  if new ~= '' then
    local worst = values_of_score(tonumber(new))
    redis.call('ZADD', set.distinct, worst, worst)
  end
  if old then
    local worst, best = values_of_score(tonumber(old))
    if redis.call('ZCOUNT', set.sets[set_of(set, tonumber(old))], worst, best) == 0 then redis.call('ZREM', set.distinct, worst) end
  end
end

-- Notes that a set was written.
local function wrote(set, i)
  set.sizes[i] = nil
  set.touched[i] = true
end

-- Sets the value of a member, '' if not ranked. Returns whether anything changed, and whether the value was too old.
local function put(set, bound, member, value, details, newer)
  local there = set_of(set, tonumber(value) or 0)
  local here, old
  if not set.fresh or redis.call('SISMEMBER', set.sets[1] .. ':written', member) == 1 then
    here, old = find(set, 'ZSCORE', member, there)
  end
  if old and not newer and tonumber(value) < tonumber(old) then return false, true end
  if bound and value ~= '' then
    local number = tonumber(value)
    if number < bound.value or number == bound.value and (member == bound.member or after(member, bound.member)) then
      value = ''
    end
  end
  if value == '' then
    if not old then return false end
    redis.call('ZREM', set.sets[here], member)
    redis.call('HDEL', set.details, member)
    wrote(set, here)
  else
    if old and tonumber(value) == tonumber(old) and details == (redis.call('HGET', set.details, member) or '') then
      return false
    end
    if here and here ~= there then
      redis.call('ZREM', set.sets[here], member)
      wrote(set, here)
    end
    redis.call('ZADD', set.sets[there], value, member)
    wrote(set, there)
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

-- Removes the worst members of a set, and returns the best of them as {member, value}.
local function trim_set(set, i, surplus, day)
  local trimmed = day and redis.call('ZRANGE', set.sets[i], 0, surplus - 1, 'WITHSCORES') or {}
  local best = redis.call('ZRANGE', set.sets[i], surplus - 1, surplus - 1, 'WITHSCORES')
  if redis.call('EXISTS', set.details) == 1 then
    for _, member in ipairs(redis.call('ZRANGE', set.sets[i], 0, surplus - 1)) do
      redis.call('HDEL', set.details, member)
    end
  end
  redis.call('ZREMRANGEBYRANK', set.sets[i], 0, surplus - 1)
  wrote(set, i)
  for j = 1, #trimmed, 2 do
    if redis.call('ZREM', set.after, trimmed[j]) == 0 then
      redis.call('ZADD', set.before, trimmed[j + 1], trimmed[j])
    end
  end
  return best
end

-- Trims a ranking that keeps only its best, except for a margin, so that some members may leave before others are
-- missed. Notes the best trimmed one. Later scores that are not better are refused, because members above them may be
-- missing here.
local function trim(set, day)
  local surplus = keep > 0 and above(set, 0) - MOST or 0
  if surplus <= 0 then return end
  local best
  for i = 1, #set.sets do
    local some = math.min(surplus, size(set, i))
    if some > 0 then best = trim_set(set, i, some, day) end
    surplus = surplus - some
  end
  redis.call('SET', set.bound, best[2] .. ' ' .. best[1])
  if style == 'dense' then
    local worst = range(set, above(set, 0) - 1, above(set, 0) - 1)
    redis.call('ZREMRANGEBYSCORE', set.distinct, '-inf', '(' .. values_of_score(tonumber(worst[2])))
  end
end

-- Only members that were among the best before matter: each removed one had more members above it than are kept.
local function trim_before(set)
  local surplus = keep > 0 and redis.call('ZCARD', set.before) - MOST or 0
  if surplus <= 0 then return end
  redis.call('ZREMRANGEBYRANK', set.before, 0, surplus - 1)
end

-- Sets members of a ranking to their scores.
--
-- first: index of the first member in ARGV; each member at most once
--
-- Returns whether anything changed.
local function set_scores(set, first)
  local any = redis.call('EXISTS', set.corrections) == 1
  local bound = bound_of(set)
  local plain = #set.sets == 1 and keep == 0 and style ~= 'dense' and redis.call('EXISTS', set.details) == 0
  local changed = false
  local raised, raised_places = {}, {}
  local day = begin_day(set, first + 4, WIDTH)
  for i = first, #ARGV, WIDTH do
    local member, value, number, details = ARGV[i], ARGV[i + 1], tonumber(ARGV[i + 2]), ARGV[i + 3]
    local seen = any and tonumber(redis.call('HGET', set.corrections, member) or 0) or 0
    if number > seen then
      redis.call('HSET', set.corrections, member, number)
      any = true
      changed = put(set, bound, member, value, details, true) or changed
      if day then note(set, day, i, true) end
    elseif number == seen and value ~= '' then
      if plain and details == '' then
        raised[#raised + 1] = value
        raised[#raised + 1] = member
        if day then raised_places[#raised_places + 1] = i end
      else
        local done, outdated = put(set, bound, member, value, details, false)
        changed = done or changed
        if day and not outdated then note(set, day, i, false) end
      end
    end
  end
  -- Hundreds at a time: one command costs less than as many.
  for i = 1, #raised, CHUNK do
    local number = redis.call('ZADD', set.sets[1], 'GT', 'CH', unpack(raised, i, math.min(i + CHUNK - 1, #raised)))
    changed = number > 0 or changed
    wrote(set, 1)
  end
  if day then note_all(set, day, raised_places) end
  trim(set, day)
  if day then trim_before(set) end
  return changed
end

local function members_of(values)
  local members = {}
  for i = 2, #values, 2 do members[#members + 1] = values[i] end
  return members
end

local function never_corrected(set, values)
  local others, members = {}, members_of(values)
  for i, seen in ipairs(redis.call('HMGET', set.corrections, unpack(members))) do
    if not seen then
      others[#others + 1] = values[2 * i - 1]
      others[#others + 1] = members[i]
    end
  end
  return others
end

-- In a divided ranking, a member that was written since the rebuild began may be in another set.
local function never_written(set, values)
  local others = {}
  for i, written in ipairs(redis.call('SMISMEMBER', set.sets[1] .. ':written', unpack(members_of(values)))) do
    if written == 1 then
      put(set, nil, values[2 * i], values[2 * i - 1], '', false)
    else
      others[#others + 1] = values[2 * i - 1]
      others[#others + 1] = values[2 * i]
    end
  end
  return others
end

-- Removes details together with their older state.
local function drop_older_details(set, values)
  local older, members = {}, members_of(values)
  for i, old in ipairs(redis.call('ZMSCORE', set.sets[1], unpack(members))) do
    if old and tonumber(old) < tonumber(values[2 * i - 1]) then older[#older + 1] = members[i] end
  end
  if #older > 0 then redis.call('HDEL', set.details, unpack(older)) end
end

-- Sets members to values of scores without corrections, details and moves today. Not for dense ranks, nor where only
-- the best are kept.
--
-- i: the set of all these values
-- first: index of the first pair of value and member in ARGV
local function set_values(set, i, first)
  if not set.sets[i] then return end -- the edition has expired, with the bounds of its sets
  local corrected = redis.call('EXISTS', set.corrections) == 1
  local detailed = #set.sets == 1 and redis.call('EXISTS', set.details) == 1
  local written = #set.sets > 1 and redis.call('EXISTS', set.sets[1] .. ':written') == 1
  for from = first, #ARGV, CHUNK do
    local values = {unpack(ARGV, from, math.min(from + CHUNK - 1, #ARGV))}
    if corrected then values = never_corrected(set, values) end
    if written and #values > 0 then values = never_written(set, values) end
    if #values > 0 then
      if detailed then drop_older_details(set, values) end
      redis.call('ZADD', set.sets[i], 'GT', unpack(values))
      wrote(set, i)
    end
  end
end

-- Whether trimmed members are missing, because too many others have left.
local function lacks_members(set)
  return keep > 0 and redis.call('EXISTS', set.bound) == 1 and above(set, 0) < keep
end

-- A lost version begins anew at the current time, so that no version is used twice.
local function raise_version(key)
  if redis.call('EXISTS', key) == 0 then
    local now = redis.call('TIME')
    redis.call('SET', key, now[1] .. string.sub('00000' .. now[2], -6, -4))
  end
  return redis.call('INCR', key)
end

local function expire(keys)
  if ARGV[6] == '' then return end
  for _, key in ipairs(keys) do redis.call('PEXPIRE', key, ARGV[6]) end
end

-- For the keys of a ranking, of its sets only those that were written.
local function expire_ranking(set)
  expire({set.corrections, set.details, set.distinct, set.bound})
  for i in pairs(set.touched) do expire({set.sets[i]}) end
end

-- The moves of a day are kept for one more day, because clocks may differ; moves of the last day as long as the
-- edition.
local function expire_day(set)
  local ends = now and tonumber(redis.call('GET', set.ends) or 0) or 0
  if ends == 0 then return end
  local lasts = ends < NEVER and string.format('%.0f', ends - now + A_DAY) or ARGV[6]
  if lasts == '' then return end
  for _, key in ipairs(day_keys(set)) do redis.call('PEXPIRE', key, lasts) end
end

