-- Counts the members of each set of an edition.
--
-- KEYS[1]  live set, see ranking.lua
--
-- Returns the numbers of members, worst values first.

local buckets = redis.call('GET', KEYS[1] .. ':buckets')
local sizes = {redis.call('ZCARD', KEYS[1])}
for i = 1, buckets and #cmsgpack.unpack(buckets) or 0 do sizes[i + 1] = redis.call('ZCARD', KEYS[1] .. ':' .. i) end
return sizes
