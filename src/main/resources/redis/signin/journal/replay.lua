-- Returns a parked entry to the journal. One script, so that concurrent calls return it only once.
--
-- KEYS[1]       journal of the partition (stream)
-- KEYS[2]       parked entries of the partition (hash: id -> entry as JSON)
-- ARGV[1]       id of the entry
-- ARGV[2], ...  its fields and values
--
-- Returns 1, or 0 if no such entry is parked (any more).

if redis.call('HDEL', KEYS[2], ARGV[1]) == 0 then return 0 end
redis.call('XADD', KEYS[1], '*', unpack(ARGV, 2))
return 1
