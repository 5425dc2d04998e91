-- Sets members of a board that is being rebuilt to their totals, see totals.lua, unless the rebuild has ended. A batch
-- that comes late must not get into the next rebuild: it may have a learner who was deleted meanwhile.
--
-- KEYS[1]  rebuilt board (sorted set)
-- KEYS[2]  corrections of its members (hash)
-- KEYS[3]  mark: the board is being rebuilt
-- ARGV[1]  token of the rebuild, with the process
-- ARGV[2]  milliseconds until the mark expires
-- ARGV[3], ...  triples as in totals.lua
--
-- Returns the number of members, or -1 if the rebuild has ended.

if redis.call('GET', KEYS[3]) ~= ARGV[1] then return -1 end
set_totals(KEYS[1], KEYS[2], 3)
redis.call('PEXPIRE', KEYS[3], ARGV[2])
return (#ARGV - 2) / 3
