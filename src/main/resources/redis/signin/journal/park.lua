-- Moves an entry that cannot be recorded from the journal to the parked entries, where an admin sees it. One script, so
-- that a crash neither loses nor duplicates the entry.
--
-- KEYS[1]  journal of the partition (stream)
-- KEYS[2]  parked entries of the partition (hash: id -> entry as JSON)
-- ARGV[1]  consumer group
-- ARGV[2]  id of the entry
-- ARGV[3]  the entry, with its failure, as JSON
--
-- Returns 1.

redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
redis.call('XACK', KEYS[1], ARGV[1], ARGV[2])
redis.call('XDEL', KEYS[1], ARGV[2])
return 1
