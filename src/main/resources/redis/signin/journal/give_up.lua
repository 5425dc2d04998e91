-- Marks a parked entry as given up. One script, so that an entry replayed meanwhile is not parked again.
--
-- KEYS[1]  parked entries of the partition (hash: id -> entry as JSON)
-- ARGV[1]  id of the entry
-- ARGV[2]  the entry, marked, as JSON
--
-- Returns 1, or 0 if no such entry is parked (any more).

if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
