-- Puts a rebuilt board in the place of the old one and marks it as complete, in one step: each read sees one of them,
-- as a whole. The mark names the process of Redis that has the board: a process that is started later may have an
-- older state. The old board is unlinked, not deleted: freeing a million members would block the server.
--
-- KEYS[1]  board (sorted set)          KEYS[2]  corrections of its members (hash)
-- KEYS[3]  rebuilt board (sorted set)  KEYS[4]  corrections of its members (hash)
-- KEYS[5]  mark: the board is being rebuilt
-- KEYS[6]  mark: the board is complete
-- KEYS[7]  mark: the board is sealed; 'rebuilt' tells a copy that it has to begin again
-- KEYS[8], ...  keys of an older encoding, removed
--
-- ARGV[1]  token of the rebuild, with the process
--
-- Returns the number of members of the board, or -1 if the rebuild has ended. If another rebuild has begun, nothing is
-- changed; if the mark has expired or Redis has lost data, what was built is dropped.

local process = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
local mark = redis.call('GET', KEYS[5])
if mark and mark ~= ARGV[1] then return -1 end
if not mark or string.match(mark, '%x+$') ~= process then
  redis.call('UNLINK', KEYS[3], KEYS[4], KEYS[5])
  return -1
end
redis.call('UNLINK', KEYS[1], KEYS[2], unpack(KEYS, 8))
if redis.call('EXISTS', KEYS[3]) == 1 then redis.call('RENAME', KEYS[3], KEYS[1]) end
if redis.call('EXISTS', KEYS[4]) == 1 then redis.call('RENAME', KEYS[4], KEYS[2]) end
redis.call('UNLINK', KEYS[5])
redis.call('SET', KEYS[6], process)
redis.call('SET', KEYS[7], 'rebuilt', 'XX', 'KEEPTTL')
return redis.call('ZCARD', KEYS[1])
