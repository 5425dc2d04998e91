-- Takes processed entries out of the journal: acknowledged and deleted at once, so that a crash cannot leave an
-- acknowledged entry behind and the stream's length is the backlog.
--
-- KEYS[1]  journal of the partition (stream)
-- ARGV[1]  consumer group
-- ARGV[2], ...  ids of the entries
--
-- Returns the number of entries deleted.

local ids = {unpack(ARGV, 2)}
redis.call('XACK', KEYS[1], ARGV[1], unpack(ids))
return redis.call('XDEL', KEYS[1], unpack(ids))
