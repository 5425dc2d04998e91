-- Reads a learner's bits of several years in one round trip, all as of the same moment.
--
-- KEYS[1]       mark of the partition: its bitmaps have what MySQL has
-- KEYS[2]       summaries of archived years (hash)
-- KEYS[3], ...  bitmaps
-- ARGV[1]       first byte of the learner's bits in the bitmaps
-- ARGV[2]       number of bytes
-- ARGV[3]       learner
--
-- Returns the mark, the learner's summary, and the bytes of each bitmap in the order of KEYS. What is missing is
-- empty.

local years = {redis.call('GET', KEYS[1]) or '', redis.call('HGET', KEYS[2], ARGV[3]) or ''}
for i = 3, #KEYS do
  years[i] = redis.call('GETRANGE', KEYS[i], ARGV[1], ARGV[1] + ARGV[2] - 1)
end
return years
