-- Checks the summary of a learner's archived years, and writes it if it is wrong or missing. Writes nothing if the bits
-- of these years still exist, nor if the summary has changed since it was read, because then it was made from newer
-- rows. One script, so that the years are not reopened or archived between the check and the write.
--
-- KEYS[1]       summaries of archived years (hash: learner -> "last year, streak at its end, longest, days")
-- KEYS[2], ...  bitmaps of the years
-- ARGV[1]       learner
-- ARGV[2]       the right summary
-- ARGV[3]       first byte of the learner's bits in the bitmaps
-- ARGV[4]       1 to write, 0 only to check
-- ARGV[5]       the summary that was read before the rows in MySQL; empty: none
--
-- Returns 0 if the summary is right, 1 if it is or was wrong or missing, 2 if the bits exist, 3 if the summary has
-- changed since it was read.

local kept = redis.call('HGET', KEYS[1], ARGV[1])
if (kept or '') ~= ARGV[5] then return 3 end
if kept == ARGV[2] then return 0 end
for i = 2, kept and 1 or #KEYS do
  if redis.call('BITCOUNT', KEYS[i], ARGV[3], ARGV[3] + 47) > 0 then return 2 end
end
if ARGV[4] == '1' then redis.call('HSET', KEYS[1], ARGV[1], ARGV[2]) end
return 1
