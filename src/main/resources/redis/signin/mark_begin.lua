-- Notes that a partition's bitmaps are being rebuilt. If Redis loses its data meanwhile, the note is lost with it; if
-- an older state of Redis is started, the process is another one.
--
-- KEYS[1]  rebuilding (string)
-- ARGV[1]  token of the rebuild
--
-- Returns 1.

local process = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
redis.call('SET', KEYS[1], ARGV[1] .. ' ' .. process)
return 1
