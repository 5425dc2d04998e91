-- Marks the bitmaps of a partition as complete after a rebuild, unless Redis has lost data since it began. The mark
-- names the process of Redis: one that is started later may have older data.
--
-- KEYS[1]  complete (string)
-- KEYS[2]  rebuilding (string)
-- ARGV[1]  token of the rebuild
--
-- Returns 1, or 0 if Redis has lost data, or another rebuild has begun.

local process = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
if redis.call('GET', KEYS[2]) ~= ARGV[1] .. ' ' .. process then return 0 end
redis.call('SET', KEYS[1], process)
redis.call('DEL', KEYS[2])
return 1
