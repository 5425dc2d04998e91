-- Checks the mark of a partition's bitmaps. Removes the mark if another process of Redis had set it: the present one
-- may have started with older data, or may have been a replica that lagged behind.
--
-- KEYS[1]  complete (string)
--
-- Returns 1 if the bitmaps are complete, else 0.

local mark = redis.call('GET', KEYS[1])
if not mark then return 0 end
if mark == string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') then return 1 end
redis.call('DEL', KEYS[1])
return 0
