-- Sets the bits of a learner's archived years again and removes the summary, for a sign-in in one of them. One script,
-- so that the learner has either bits or a summary.
--
-- KEYS[1]       summaries of archived years (hash: learner -> "last year, streak at its end, longest, days")
-- KEYS[2], ...  bitmaps
-- ARGV[1]       learner
-- ARGV[2]       the summary that was read before the rows in MySQL
-- ARGV[3]       first byte of the learner's bits in the bitmaps
-- ARGV[4], ...  the bits, as bytes, for each of KEYS[2], ...
--
-- Returns 1, or 0 and changes nothing if the summary has changed or is gone.

if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
local first = tonumber(ARGV[3])
for i = 2, #KEYS do
  if #ARGV[i + 2] > 0 then redis.call('SETRANGE', KEYS[i], first, ARGV[i + 2]) end
end
redis.call('HDEL', KEYS[1], ARGV[1])
return 1
