-- Drops an unfinished rebuild. Leaves a finished rebuild and a later one alone.
--
-- KEYS[1]       mark: the edition is being rebuilt
-- KEYS[2], ...  the rebuilt keys
-- ARGV[1]       token of the rebuild, with the history
--
-- Returns 1 if there was something to drop, else 0.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('UNLINK', unpack(KEYS))
return 1
