-- Reads a learner's bits of several years in one round trip.
--
-- KEYS[1]  mark of the partition: its bitmaps have what MySQL has
-- KEYS[2], ...  bitmaps
-- ARGV[1]  first byte of the learner's bits in the bitmaps
-- ARGV[2]  number of bytes
--
-- Returns the mark, empty if it is missing, and the bytes of each bitmap, in the order of KEYS.

local years = {redis.call('GET', KEYS[1]) or ''}
for i = 2, #KEYS do
  years[i] = redis.call('GETRANGE', KEYS[i], ARGV[1], ARGV[1] + ARGV[2] - 1)
end
return years
