-- Replaces the old ranking by the rebuilt one and marks the edition as complete, in one step, so that each read sees
-- one of them as a whole. If too many members have left meanwhile, it is not complete. The mark names the history of
-- the edition's master: a master with another history may have an older state. The old ranking is unlinked, not
-- deleted, because freeing a million members would block the server. history.lua and changes.lua stand in front.
--
-- KEYS[1..6]     see ranking.lua
-- KEYS[7..11]    the same as 1 to 5, of the rebuilt ranking
-- KEYS[12]       mark: the edition is being rebuilt
-- KEYS[13]       mark: the edition is sealed; the value 'rebuilt' makes a copy begin again
-- KEYS[14]       version (string)
-- ARGV[1..6]     see ranking.lua and changes.lua
-- ARGV[7]        token of the rebuild, with the history
--
-- Returns the number of members, or -1 if the rebuild has ended. If another rebuild has begun, nothing changes; if the
-- mark has expired or Redis has lost data, the rebuilt ranking is dropped.

local now = history()
local mark = redis.call('GET', KEYS[12])
if mark and mark ~= ARGV[7] then return -1 end
local built = ranking(7)

-- The keys of a ranking but its sets, whose names have the same order for each ranking.
local function others(set)
  return {set.corrections, set.details, set.distinct, set.bound, set.buckets, unpack(day_keys(set))}
end

if not mark or string.match(mark, '%S+$') ~= now then
  redis.call('UNLINK', KEYS[12], KEYS[7] .. ':written', unpack(built.sets))
  redis.call('UNLINK', unpack(others(built)))
  return -1
end

-- The rebuilt keys may have got an expiry, see former.lua.
local function replace(old, new)
  redis.call('UNLINK', old)
  if redis.call('EXISTS', new) == 1 then
    redis.call('RENAME', new, old)
    redis.call('PERSIST', old)
  end
end

redis.call('UNLINK', KEYS[12], KEYS[7] .. ':written', unpack(shown.sets))
local rebuilt = others(built)
for i, key in ipairs(others(shown)) do replace(key, rebuilt[i]) end
for i, key in ipairs(built.sets) do replace(KEYS[1] .. (i == 1 and '' or ':' .. i - 1), key) end
shown = ranking(1)
if lacks_members(shown) then redis.call('DEL', KEYS[6]) else redis.call('SET', KEYS[6], now) end
redis.call('SET', KEYS[13], 'rebuilt', 'XX', 'KEEPTTL')
raise_version(KEYS[14])
expire_ranking(shown)
expire(shown.sets)
expire({shown.buckets, KEYS[6], KEYS[14]})
expire_day(shown)
return above(shown, 0)
