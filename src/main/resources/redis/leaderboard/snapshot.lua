-- Reads a stretch of a snapshot, with ranking.lua and kept.lua in front: a copy of the best that stays as it is while
-- the edition changes, so that pages fit each other. Who begins gets the latest snapshot if it is still that of the
-- edition, or if it is so young that another would cost too much: a fifth of a millisecond for each member, two seconds
-- at most, and a quarter of that if the first page has changed meanwhile. Where one page has all, no snapshot is
-- needed. A small edition is copied at once; of a large one whoever begins takes a snapshot by copy.lua.
--
-- KEYS[1..6]  see ranking.lua
-- KEYS[7]     latest snapshot (hash): id, version of the edition, time in milliseconds, how many are ranked. The
--             snapshots' own keys begin with it and have the same tag.
-- KEYS[8]     version of the edition
-- ARGV[1..5]  see ranking.lua
-- ARGV[6]     member who asks, '' if none
-- ARGV[7]     id of the snapshot, '' to begin
-- ARGV[8]     index of the first, from 0
-- ARGV[9]     how many
-- ARGV[10]    how many members a snapshot has
-- ARGV[11]    how many members are copied at once
-- ARGV[12]    for how many milliseconds it is kept after it was read, or up to half as long again, unless too many are
-- ARGV[13]    how many members all snapshots may have that are kept
--
-- Readers who begin at the same moment get the same snapshot, by one call each in one script.
--
-- Returns {1 if the edition is complete else 0, how many are ranked if the snapshot begins, standing of the member,
-- index of the first, stretch, id or '' for none, members of the snapshot, those of the stretch who have left since};
-- {} if the snapshot is gone, or if there is none to begin with.

local live = {live = current.live, distinct = current.distinct}
shown.live, shown.distinct, in_step = live.live, live.distinct, true
current.begun = current.begun or {}
local count, most, kept = tonumber(ARGV[9]), tonumber(ARGV[10]), tonumber(ARGV[12])

-- Renewed only now and then: each read would write otherwise.
local function keep_alive(id)
  current.alive = current.alive or {}
  if current.alive[id] then return end
  current.alive[id] = true
  if redis.call('PTTL', KEYS[7] .. ':' .. id) < kept then keep_snapshot(id, kept * 1.5) end
end

-- Whether the edition is still as it was when a snapshot was taken.
local function is_in_step(id)
  current.steps = current.steps or {}
  if current.steps[id] == nil then
    local last = redis.call('HMGET', KEYS[7], 'id', 'version')
    current.steps[id] = last[1] == id and last[2] == tostring(redis.call('GET', KEYS[8]) or 0)
  end
  return current.steps[id]
end

local function take(version, time, ranked)
  local id = tostring(version) .. '.' .. time[1] .. '.' .. time[2]
  local key = KEYS[7] .. ':' .. id
  redis.call('ZRANGESTORE', key, live.live, 0, most - 1, 'REV')
  if style == 'dense' then redis.call('ZRANGESTORE', key .. ':distinct', live.distinct, 0, most - 1, 'REV') end
  redis.call('HSET', KEYS[7], 'id', id, 'version', tostring(version), 'time', time[1] * 1000 + time[2] / 1000, 'ranked',
    ranked)
  redis.call('PEXPIRE', KEYS[7], kept)
  keep_snapshot(id, kept * 1.5)
  bound_snapshots(id, tonumber(ARGV[13]))
  return id
end

-- Whether a snapshot and the edition begin with the same page.
local function begins_alike(key)
  local one = redis.call('ZREVRANGE', key, 0, count - 1, 'WITHSCORES')
  local other = redis.call('ZREVRANGE', live.live, 0, count - 1, 'WITHSCORES')
  for i = 1, 2 * count do
    if one[i] ~= other[i] then return false end
  end
  return true
end

local function latest()
  local time = redis.call('TIME')
  local version = redis.call('GET', KEYS[8]) or 0
  local last = redis.call('HMGET', KEYS[7], 'id', 'version', 'time', 'ranked')
  if last[1] and redis.call('EXISTS', KEYS[7] .. ':' .. last[1]) == 1 then
    local age = time[1] * 1000 + time[2] / 1000 - last[3]
    local patience = math.min(last[4], most) / 5
    if last[2] == tostring(version) or age < patience / 4
      or age < patience and begins_alike(KEYS[7] .. ':' .. last[1]) then
      return last[1], tonumber(last[4])
    end
  end
  local ranked = total()
  if math.min(redis.call('ZCARD', live.live), most) > tonumber(ARGV[11]) then return nil end
  return take(version, time, ranked), ranked
end

-- Who of some members is hidden or removed by now, {member, value, ...}: they are shown nowhere. Where only the best are
-- kept, who is not among them any more has not left: only who was corrected may have.
local function left(members)
  local gone = {}
  for first = 1, #members, CHUNK do
    local names = {}
    for i = first, math.min(first + CHUNK - 1, #members), 2 do names[#names + 1] = members[i] end
    for i, value in ipairs(redis.call('ZMSCORE', live.live, unpack(names))) do
      if not value and (keep == 0 or redis.call('HEXISTS', current.corrections, names[i]) == 1) then
        gone[#gone + 1] = names[i]
      end
    end
  end
  return gone
end

local id, ranked = ARGV[7], total()
if id ~= '' or ranked > count then
  if id == '' then
    current.begun[count] = current.begun[count] or {latest()}
    id, ranked = unpack(current.begun[count])
    if not id then return {} end
  elseif redis.call('EXISTS', KEYS[7] .. ':' .. id) == 0 then
    return {}
  end
  in_step = is_in_step(id)
  shown.live = KEYS[7] .. ':' .. id
  shown.distinct = shown.live .. ':distinct'
  keep_alive(id)
end

local first = tonumber(ARGV[8])
local found = stretch(first, first + count - 1)
local members = total()
local gone = in_step and {} or left(found[2])
local mine = standing(ARGV[6])
if #mine == 0 or not in_step and #left({mine[3], mine[4]}) > 0 then
  shown.live, shown.distinct = live.live, live.distinct
  mine = standing(ARGV[6])
end
return {complete(), ranked, mine, first, found, id, members, gone}
