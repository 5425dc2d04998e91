-- Puts a rebuilt ranking in the place of the old one and marks the edition as complete, in one step: each read sees one
-- of them, as a whole. The mark names the history of the master that has the edition: with another one it may have an older
-- state. The old ranking is unlinked, not deleted: freeing a million members would block the server. history.lua and
-- changes.lua stand in front.
--
-- KEYS[1..6]     see ranking.lua
-- KEYS[7..11]    the same as 1 to 5, of the ranking that was built
-- KEYS[12]       mark: the edition is being rebuilt
-- KEYS[13]       mark: the edition is sealed; 'rebuilt' tells a copy that it has to begin again
-- KEYS[14]       version (string)
-- KEYS[15], ...  keys of an older encoding, removed
-- ARGV[1..5]     see ranking.lua and changes.lua
-- ARGV[6]        token of the rebuild, with the history
--
-- Returns the number of members, or -1 if the rebuild has ended. If another rebuild has begun, nothing is changed; if
-- the mark has expired or Redis has lost data, what was built is dropped.

local now = history()
local mark = redis.call('GET', KEYS[12])
if mark and mark ~= ARGV[6] then return -1 end
if not mark or string.match(mark, '%S+$') ~= now then
  redis.call('UNLINK', unpack(KEYS, 7, 12))
  return -1
end
if KEYS[15] then redis.call('UNLINK', unpack(KEYS, 15)) end
for i = 1, 5 do
  redis.call('UNLINK', KEYS[i])
  if redis.call('EXISTS', KEYS[i + 6]) == 1 then redis.call('RENAME', KEYS[i + 6], KEYS[i]) end
end
redis.call('UNLINK', KEYS[12])
if not lacks_members(shown) then redis.call('SET', KEYS[6], now) end
redis.call('SET', KEYS[13], 'rebuilt', 'XX', 'KEEPTTL')
raise_version(KEYS[14])
expire(1, 6)
expire(14, 14)
return redis.call('ZCARD', KEYS[1])
