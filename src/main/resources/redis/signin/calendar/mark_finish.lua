-- Marks the bitmaps of a partition as complete after a rebuild, unless Redis has lost data since it began, or the
-- partition has moved to another master. Prefixed with history.lua.
--
-- KEYS[1]       complete (string)
-- KEYS[2]       rebuilding (string)
-- ARGV[1]       token of the rebuild
-- ARGV[2], ...  the replication ids of all masters
--
-- Returns 1, or 0 if another rebuild is needed or has begun.

if redis.call('GET', KEYS[2]) ~= ARGV[1] .. ' ' .. history() then return 0 end
redis.call('SET', KEYS[1], marked({unpack(ARGV, 2)}))
redis.call('DEL', KEYS[2])
return 1
