-- Tells how large an edition is, with its marks and whatever is being built beside it.
--
-- KEYS[1]  live set (sorted set)
-- KEYS     with it all others
--
-- Returns {members, bytes}.

local bytes = 0
for _, key in ipairs(KEYS) do bytes = bytes + (redis.call('MEMORY', 'USAGE', key) or 0) end
return {redis.call('ZCARD', KEYS[1]), bytes}
