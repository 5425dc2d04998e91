-- Checks the mark of a board, and removes a mark that does not hold any more. Reads only look whether there is a mark:
-- to ask for the history of the master costs more than a page. history.lua stands in front.
--
-- KEYS[1]  mark: the board is complete
-- KEYS[2]  mark: the board is sealed
-- ARGV     the histories of all masters
--
-- Returns 0 if the board is not complete, 2 if it is, is sealed and was not rebuilt since then, else 1.

if not holds(KEYS[1], ARGV) then return 0 end
return redis.call('GET', KEYS[2]) == '1' and 2 or 1
