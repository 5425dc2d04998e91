-- Puts a rebuilt board in the place of the old one, whole, between two reads. The old one is unlinked, not deleted:
-- freeing a million members would block the server.
--
-- KEYS[1]  board (sorted set)          KEYS[2]  corrections of its members (hash)
-- KEYS[3]  rebuilt board (sorted set)  KEYS[4]  corrections of its members (hash)
-- KEYS[5]  mark: the board is being rebuilt
--
-- ARGV[1]  token of the rebuild
--
-- Returns the number of members of the board, or -1 if the mark is another's, and changes nothing, or if it has expired,
-- and drops what was built.

local mark = redis.call('GET', KEYS[5])
if mark ~= ARGV[1] then
  if not mark then redis.call('UNLINK', KEYS[3], KEYS[4]) end
  return -1
end
redis.call('UNLINK', KEYS[1], KEYS[2])
if redis.call('EXISTS', KEYS[3]) == 1 then redis.call('RENAME', KEYS[3], KEYS[1]) end
if redis.call('EXISTS', KEYS[4]) == 1 then redis.call('RENAME', KEYS[4], KEYS[2]) end
redis.call('UNLINK', KEYS[5])
return redis.call('ZCARD', KEYS[1])
