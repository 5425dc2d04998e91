-- Reads a learner's bits of several years in one round trip.
--
-- KEYS     bitmaps, one a year
-- ARGV[1]  first byte of the learner's bits in the bitmaps
-- ARGV[2]  number of bytes
--
-- Returns the bytes of each year, in the order of KEYS.

local years = {}
for i, key in ipairs(KEYS) do
  years[i] = redis.call('GETRANGE', key, ARGV[1], ARGV[1] + ARGV[2] - 1)
end
return years
