-- Replaces the bitmaps of old years by summaries, if the bitmaps are unchanged since they were compared with MySQL. One
-- script, so that no bit is set between the check and the removal. A learner whose summary covers more years keeps it.
--
-- KEYS[1], ...      bitmaps
-- KEYS[n + 1], ...  summaries of archived years, a key for each learner
--                   (hash: learner -> "last year, streak at its end, longest, days")
-- ARGV[1]           n, the number of bitmaps
-- ARGV[2]           SHA-1 of the bitmaps' own, in hexadecimal digits
-- ARGV[3], ...      learner and summary, for each learner
--
-- Returns 1, or 0 and changes nothing if a bitmap has changed.

local bitmaps = tonumber(ARGV[1])
local hashes = {}
for i = 1, bitmaps do
  hashes[i] = redis.sha1hex(redis.call('GET', KEYS[i]) or '')
end
if redis.sha1hex(table.concat(hashes)) ~= ARGV[2] then return 0 end
for i = bitmaps + 1, #KEYS do
  local learner, summary = ARGV[(i - bitmaps) * 2 + 1], ARGV[(i - bitmaps) * 2 + 2]
  local present = redis.call('HGET', KEYS[i], learner)
  if not present or tonumber(string.match(present, '%d+')) <= tonumber(string.match(summary, '%d+')) then
    redis.call('HSET', KEYS[i], learner, summary)
  end
end
for i = 1, bitmaps do
  redis.call('UNLINK', KEYS[i])
end
return 1
