-- Takes a snapshot of a large edition in steps, with ranking.lua and kept.lua in front: Redis does nothing else while
-- it copies, so each call copies some members only. While the copy is made, write.lua changes it with the edition. So
-- what was copied is always as it is in the edition by now, and the snapshot is the state of one moment, that of the
-- last step. Any instance may take the next step. If nobody does, the copy is given up, and the next call begins
-- another one.
--
-- KEYS[1..8]  see snapshot.lua
-- ARGV[1..5]  see ranking.lua
-- ARGV[6]     copy that the last call has worked on, '' if there was none
-- ARGV[7]     how many members a snapshot has
-- ARGV[8]     how many members a step copies
-- ARGV[9]     for how many milliseconds a snapshot is kept
-- ARGV[10]    for how many milliseconds a copy is kept without a step
-- ARGV[11]    how many members all snapshots may have that are kept
--
-- What is under way is kept in keys that begin with KEYS[1]:
--   :copying  hash        id of the copy; value and member of the last that was copied. Without it nobody changes the
--                         copy
--   :copy     sorted set  all members of the edition down to that one, and some below
--   :copied   hash        with dense ranks: a snapshot whose distinct scores are being collected, and how far
--
-- Returns {copy} if there is more to do, else {copy, id of the snapshot or '' if nobody is ranked, how many are ranked}.

local copying, copy, copied = KEYS[1] .. ':copying', KEYS[1] .. ':copy', KEYS[1] .. ':copied'
local most, count, kept, patience = tonumber(ARGV[7]), tonumber(ARGV[8]), tonumber(ARGV[9]), tonumber(ARGV[10])

local function publish(done)
  redis.call('HSET', KEYS[7], 'id', done.id, 'version', done.version, 'time', done.time, 'ranked', done.ranked,
    'copy', done.copy)
  redis.call('PEXPIRE', KEYS[7], kept)
  redis.call('UNLINK', copied)
  return {done.copy, done.id, tonumber(done.ranked)}
end

-- Collects the distinct scores of a snapshot, which does not change any more.
local function collect(done, from)
  local key = KEYS[7] .. ':' .. done.id
  local members = redis.call('ZREVRANGE', key, from, from + count - 1, 'WITHSCORES')
  local scores = {}
  for i = 2, #members, 2 do
    local worst = values_of_score(tonumber(members[i]))
    if scores[#scores] ~= worst then
      scores[#scores + 1] = worst
      scores[#scores + 1] = worst
    end
  end
  for i = 1, #scores, CHUNK do
    redis.call('ZADD', key .. ':distinct', unpack(scores, i, math.min(i + CHUNK - 1, #scores)))
  end
  redis.call('PEXPIRE', key .. ':distinct', kept * 1.5)
  if #members < 2 * count then return publish(done) end
  redis.call('HSET', copied, 'copy', done.copy, 'id', done.id, 'version', done.version, 'time', done.time, 'ranked',
    done.ranked, 'from', from + count)
  redis.call('PEXPIRE', copied, patience)
  return {done.copy}
end

-- From now on the copy stays as it is.
local function freeze(id)
  local time = redis.call('TIME')
  local version = tostring(redis.call('GET', KEYS[8]) or 0)
  local done = {
    copy = id, id = version .. '.' .. time[1] .. '.' .. time[2], version = version,
    time = string.format('%.0f', time[1] * 1000 + time[2] / 1000), ranked = total()
  }
  redis.call('ZREMRANGEBYRANK', copy, 0, -(most + 1))
  redis.call('RENAME', copy, KEYS[7] .. ':' .. done.id)
  keep_snapshot(done.id, kept * 1.5)
  bound_snapshots(done.id, tonumber(ARGV[11]))
  redis.call('UNLINK', copying)
  return style == 'dense' and collect(done, 0) or publish(done)
end

local function begin()
  local time = redis.call('TIME')
  local id = time[1] .. '.' .. time[2]
  redis.call('UNLINK', copy)
  redis.call('HSET', copying, 'id', id)
  return id
end

local function further(id, value, member)
  local from = value and before_place(shown.live, value, member) or 0
  local members = redis.call('ZREVRANGE', shown.live, from, from + count - 1, 'WITHSCORES')
  for first = 1, #members, CHUNK do
    local some = {}
    for i = first, math.min(first + CHUNK - 1, #members), 2 do
      some[#some + 1] = members[i + 1]
      some[#some + 1] = members[i]
    end
    redis.call('ZADD', copy, unpack(some))
  end
  if #members < 2 * count or from + count >= most then
    if redis.call('EXISTS', copy) == 1 then return freeze(id) end
    redis.call('UNLINK', copying)
    return {id, '', 0}
  end
  redis.call('HSET', copying, 'value', members[#members], 'member', members[#members - 1])
  redis.call('PEXPIRE', copying, patience)
  redis.call('PEXPIRE', copy, patience * 2)
  return {id}
end

local latest = redis.call('HMGET', KEYS[7], 'copy', 'id', 'ranked')
if ARGV[6] ~= '' and latest[1] == ARGV[6] then return {latest[1], latest[2], tonumber(latest[3])} end

local done = redis.call('HMGET', copied, 'copy', 'id', 'version', 'time', 'ranked', 'from')
if done[1] then
  return collect({copy = done[1], id = done[2], version = done[3], time = done[4], ranked = done[5]}, tonumber(done[6]))
end
local last = redis.call('HMGET', copying, 'id', 'value', 'member')
return further(last[1] or begin(), last[2], last[3])
