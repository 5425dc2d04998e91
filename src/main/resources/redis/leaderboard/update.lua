-- Sets members of the board that is shown to their totals, see totals.lua. While the board is being rebuilt, the set
-- that will replace it gets the totals in the same step, so that the new board lacks none. A sealed board takes no
-- totals.
--
-- KEYS[1]  board (sorted set)              KEYS[2]  corrections of its members (hash)
-- KEYS[3]  rebuilt board (sorted set)      KEYS[4]  corrections of its members (hash)
-- KEYS[5]  mark: the board is being rebuilt
-- KEYS[6]  mark: the board is sealed
-- ARGV     triples as in totals.lua
--
-- Returns the number of members updated, or -1 if the board is sealed.

if redis.call('EXISTS', KEYS[6]) == 1 then return -1 end
set_totals(KEYS[1], KEYS[2], 1)
if redis.call('EXISTS', KEYS[5]) == 1 then set_totals(KEYS[3], KEYS[4], 1) end
return #ARGV / 3
