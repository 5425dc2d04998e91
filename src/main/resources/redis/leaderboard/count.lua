-- Counts the members with some scores, with ranking.lua in front.
--
-- KEYS[1..6]  see ranking.lua
-- ARGV[1..5]  see ranking.lua
-- ARGV[6]     the worst value
-- ARGV[7]     the best value
--
-- Returns how many of those that are ranked.

local better = redis.call('ZCOUNT', shown.live, '(' .. ARGV[7], '+inf')
local counted = redis.call('ZCOUNT', shown.live, ARGV[6], ARGV[7])
return math.max(math.min(better + counted, total()) - better, 0)
