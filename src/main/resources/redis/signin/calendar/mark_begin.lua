-- Notes that the bitmaps of a partition are being rebuilt. If Redis loses its data during the rebuild, the note is
-- lost too. If Redis is started with older data, its process is another one than the note says.
--
-- KEYS[1]  rebuilding (string)
-- ARGV[1]  token of the rebuild
--
-- Returns 1.

local process = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. process)
return 1
