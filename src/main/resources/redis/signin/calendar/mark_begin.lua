-- Notes that the bitmaps of a partition are being rebuilt. If Redis loses its data during the rebuild, the note is lost
-- too. If Redis continues with older data, its replication id differs from the note. Prefixed with history.lua.
--
-- KEYS[1]  rebuilding (string)
-- ARGV[1]  token of the rebuild
--
-- Returns 1.

redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. history())
return 1
