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
if not mark or string.match(mark, '%S+$') ~= now then
  redis.call('UNLINK', KEYS[7] .. ':written', unpack(KEYS, 7, 12))
  redis.call('UNLINK', unpack(day_keys(ranking(7))))
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

for i = 1, 5 do replace(KEYS[i], KEYS[i + 6]) end
local built = day_keys(ranking(7))
for i, key in ipairs(day_keys(shown)) do replace(key, built[i]) end
redis.call('UNLINK', KEYS[12], KEYS[7] .. ':written')
if lacks_members(shown) then redis.call('DEL', KEYS[6]) else redis.call('SET', KEYS[6], now) end
redis.call('SET', KEYS[13], 'rebuilt', 'XX', 'KEEPTTL')
raise_version(KEYS[14])
expire(1, 6)
expire(14, 14)
expire_day(shown)
return redis.call('ZCARD', KEYS[1])
