-- Brings a learner's archived years back, for a sign-in of long ago.
--
-- KEYS[1]  what is kept of archived years (hash: learner -> "last year, streak, longest, days")
-- KEYS[2], ...  bitmaps
-- ARGV[1]  learner
-- ARGV[2]  what was kept when the bits were read in MySQL
-- ARGV[3]  first byte of the learner's bits in the bitmaps
-- ARGV[4], ...  the bits, as bytes, for each of KEYS[2], ...
--
-- Returns 1, or 0 and changes nothing if the years were brought back or archived again meanwhile.

if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
local first = tonumber(ARGV[3])
for i = 2, #KEYS do
  if #ARGV[i + 2] > 0 then redis.call('SETRANGE', KEYS[i], first, ARGV[i + 2]) end
end
redis.call('HDEL', KEYS[1], ARGV[1])
return 1
