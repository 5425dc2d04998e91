-- Reads a stretch of an edition below a place, with ranking.lua in front. Nobody needs to be at the place: it is where
-- a member with the value would be.
--
-- KEYS[1..6]  see ranking.lua
-- ARGV[1..4]  see ranking.lua
-- ARGV[5]     member who asks, '' if none
-- ARGV[6]     value at the place
-- ARGV[7]     member at the place
-- ARGV[8]     how many
--
-- Returns the same as page.lua.

local low = redis.call('ZCOUNT', shown.live, '(' .. ARGV[6], '+inf')
local high = low + redis.call('ZCOUNT', shown.live, ARGV[6], ARGV[6])
while low < high do
  local middle = math.floor((low + high) / 2)
  if after(redis.call('ZREVRANGE', shown.live, middle, middle)[1], ARGV[7]) then
    high = middle
  else
    low = middle + 1
  end
end
return {redis.call('EXISTS', KEYS[6]), total(), standing(ARGV[5]), low, stretch(low, low + ARGV[8] - 1)}
