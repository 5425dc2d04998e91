-- Which snapshots of an edition are kept, with ranking.lua in front. Each is a copy of many members, and a busy edition
-- gets a new one twice a second or more. So all of them together have no more members than may be kept: those go first
-- that would expire first, as nobody has read them for the longest time.
--
-- KEYS[7]:kept  sorted set  id of each snapshot, by the time in milliseconds when it expires

local function in_milliseconds(time) return time[1] * 1000 + math.floor(time[2] / 1000) end

-- Keeps a snapshot from now on for a time; notes it, as what is not noted would never have to go.
local function keep_snapshot(id, milliseconds)
  local key, kept = KEYS[7] .. ':' .. id, KEYS[7] .. ':kept'
  redis.call('PEXPIRE', key, milliseconds)
  redis.call('PEXPIRE', key .. ':distinct', milliseconds)
  redis.call('ZADD', kept, string.format('%.0f', in_milliseconds(redis.call('TIME')) + milliseconds), id)
  redis.call('PEXPIRE', kept, milliseconds)
end

-- Makes room for a snapshot that has just been noted.
--
-- most: how many members all snapshots may have
local function bound_snapshots(id, most)
  local kept = KEYS[7] .. ':kept'
  redis.call('ZREMRANGEBYSCORE', kept, '-inf', in_milliseconds(redis.call('TIME')))
  local number = math.max(1, math.floor(most / redis.call('ZCARD', KEYS[7] .. ':' .. id)))
  local surplus = redis.call('ZCARD', kept) - number
  if surplus <= 0 then return end
  for _, other in ipairs(redis.call('ZRANGE', kept, 0, surplus - 1)) do
    if other ~= id then
      redis.call('UNLINK', KEYS[7] .. ':' .. other, KEYS[7] .. ':' .. other .. ':distinct')
      redis.call('ZREM', kept, other)
    end
  end
end

