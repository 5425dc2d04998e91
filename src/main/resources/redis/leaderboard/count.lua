-- Counts the members with some scores, with ranking.lua in front.
--
-- KEYS[1..6]  see ranking.lua
-- ARGV[1..4]  see ranking.lua
-- ARGV[5]     the worst value
-- ARGV[6]     the best value
--
-- Returns how many of those that are ranked.

local better = redis.call('ZCOUNT', shown.live, '(' .. ARGV[6], '+inf')
local counted = redis.call('ZCOUNT', shown.live, ARGV[5], ARGV[6])
return math.max(math.min(better + counted, total()) - better, 0)
