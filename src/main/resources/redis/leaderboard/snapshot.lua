-- Reads a stretch of a snapshot, with ranking.lua in front. A snapshot is a copy of the best that does not change with
-- the edition, so that pages are consistent. A reader begins with the latest snapshot if the edition has not changed
-- since, until its end is near, or if the snapshot is so young that another would cost too much: a fifth of a
-- millisecond for each member. If one page holds all members, no snapshot is needed, and if there is no room for another,
-- none is made.
--
-- KEYS[1..6]  see ranking.lua
-- KEYS[7]     latest snapshot (hash): id, version of the edition, time in milliseconds, number of ranked members. The
--             keys of the snapshots begin with it and have the same tag.
-- KEYS[8]     version of the edition
-- ARGV[1..5]  see ranking.lua
-- ARGV[6]     member who asks, '' if none
-- ARGV[7]     id of the snapshot, '' to begin
-- ARGV[8]     index of the first, from 0
-- ARGV[9]     how many
-- ARGV[10]    number of members of a snapshot
-- ARGV[11]    milliseconds to keep it after the last read
-- ARGV[12]    '1' if another may be made
--
-- Returns {1 if the edition is complete else 0, number of ranked members if the snapshot begins, standing of the
-- member, index of the first, stretch, id or '' for none, size of the snapshot, members of the stretch that have left
-- since}; {} if the snapshot is gone.

shown, in_step = current, true
local count, most, kept, full = tonumber(ARGV[9]), tonumber(ARGV[10]), tonumber(ARGV[11]), ARGV[12] ~= '1'

-- Seconds after which no read keeps a snapshot any longer, so that readers cannot pile up snapshots.
local OLDEST = 300

-- Keeps a snapshot for longer. Not on each read, because that would be a write each time.
local function keep_alive(id)
  local key = KEYS[7] .. ':' .. id
  if redis.call('PTTL', key) >= kept or redis.call('TIME')[1] - string.match(id, '%.(%d+)%.') >= OLDEST then return end
  redis.call('PEXPIRE', key, kept * 1.5)
  redis.call('PEXPIRE', key .. ':distinct', kept * 1.5)
end

local function take(version, time, ranked)
  local id = tostring(version) .. '.' .. time[1] .. '.' .. time[2]
  local key = KEYS[7] .. ':' .. id
  local i = #current.sets
  local missing = most - redis.call('ZRANGESTORE', key, current.sets[i], 0, most - 1, 'REV')
  while i > 1 and missing > 0 do -- from the next sets
    i = i - 1
    local some = redis.call('ZREVRANGE', current.sets[i], 0, missing - 1, 'WITHSCORES')
    for j = 1, #some, 2 do redis.call('ZADD', key, some[j + 1], some[j]) end
    missing = missing - #some / 2
  end
  if style == 'dense' then redis.call('ZRANGESTORE', key .. ':distinct', current.distinct, 0, most - 1, 'REV') end
  redis.call('HSET', KEYS[7], 'id', id, 'version', tostring(version), 'time', time[1] * 1000 + time[2] / 1000, 'ranked',
    ranked)
  redis.call('PEXPIRE', KEYS[7], kept)
  return id
end

local function latest()
  local time = redis.call('TIME')
  local version = redis.call('GET', KEYS[8]) or 0
  local last = redis.call('HMGET', KEYS[7], 'id', 'version', 'time', 'ranked')
  if last[1] and redis.call('EXISTS', KEYS[7] .. ':' .. last[1]) == 1 then
    local age = time[1] * 1000 + time[2] / 1000 - last[3]
    local same = last[2] == tostring(version) and age < OLDEST * 1000 - kept
    if same or age < math.min(last[4], most) / 5 then return last[1], tonumber(last[4]) end
  end
  local ranked = total()
  if full then return '', ranked end
  return take(version, time, ranked), ranked
end

-- Whether the edition is unchanged since a snapshot was taken.
local function is_latest_state(id)
  local last = redis.call('HMGET', KEYS[7], 'id', 'version')
  return last[1] == id and last[2] == tostring(redis.call('GET', KEYS[8]) or 0)
end

-- The members hidden or removed since, {member, value, ...}, which must not be shown. Where only the best are kept, a
-- member that is no longer among them has not left, unless it was corrected.
local function left(members)
  local names, gone = {}, {}
  for i = 1, #members, 2 do names[#names + 1] = members[i] end
  for i, value in ipairs(values_of(current, names)) do
    if not value and (keep == 0 or redis.call('HEXISTS', current.corrections, names[i]) == 1) then
      gone[#gone + 1] = names[i]
    end
  end
  return gone
end

-- The snapshot for new readers, the number of ranked members at its time, and whether the edition is unchanged.
-- Computed once a trip, for all readers who share it.
local function begun()
  local found = once and once.begun
  if not found then
    local id, ranked = latest()
    found = {id, ranked, id == '' or is_latest_state(id)}
    if id ~= '' then keep_alive(id) end
    if once then once.begun = found end
  end
  return unpack(found)
end

local id, ranked = ARGV[7], total()
if id ~= '' or ranked > count then
  if id == '' then
    id, ranked, in_step = begun()
  else
    if redis.call('EXISTS', KEYS[7] .. ':' .. id) == 0 then return {} end
    in_step = is_latest_state(id)
    keep_alive(id)
  end
  if id ~= '' then
    local key = KEYS[7] .. ':' .. id
    shown = {sets = {key}, cuts = {}, sizes = {}, distinct = key .. ':distinct', details = current.details}
  end
end

local first = tonumber(ARGV[8])
local found = stretch(first, first + count - 1)
local members = total()
local gone = in_step and {} or left(found[2])
local mine = standing(ARGV[6])
if #mine == 0 or not in_step and #left({mine[3], mine[4]}) > 0 then
  shown = current
  mine = standing(ARGV[6])
end
return {complete(), ranked, mine, first, found, id, members, gone}
