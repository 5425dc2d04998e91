-- Writes what Redis keeps of a learner's archived years after it was lost, unless their bits are there still. Writes
-- nothing over what has changed since it was read: that was made of newer rows than those that the new value was made
-- of.
--
-- KEYS[1]  what is kept of archived years (hash: learner -> "last year, streak, longest, days")
-- KEYS[2], ...  bitmaps of the years
-- ARGV[1]  learner
-- ARGV[2]  what is to be kept
-- ARGV[3]  first byte of the learner's bits in the bitmaps
-- ARGV[4]  1 to write, 0 only to tell
-- ARGV[5]  what was kept before the rows were read in MySQL; empty: nothing
--
-- Returns 0 if it is there, 1 if it is missing or was, 2 if the bits are there, 3 if it has changed since it was read.

local kept = redis.call('HGET', KEYS[1], ARGV[1])
if (kept or '') ~= ARGV[5] then return 3 end
if kept == ARGV[2] then return 0 end
for i = 2, kept and 1 or #KEYS do
  if redis.call('BITCOUNT', KEYS[i], ARGV[3], ARGV[3] + 47) > 0 then return 2 end
end
if ARGV[4] == '1' then redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end
return 1
