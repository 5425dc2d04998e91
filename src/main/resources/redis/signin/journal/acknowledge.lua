-- Removes recorded entries from the journal. They are acknowledged and deleted in one script: a crash in between would
-- leave acknowledged entries behind, and the length of the stream would not be the backlog.
--
-- KEYS[1]       journal of the partition (stream)
-- ARGV[1]       consumer group
-- ARGV[2], ...  ids of the entries
--
-- Returns the number of entries deleted.

local ids = {unpack(ARGV, 2)}
redis.call('XACK', KEYS[1], ARGV[1], unpack(ids))
return redis.call('XDEL', KEYS[1], unpack(ids))
