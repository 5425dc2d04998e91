-- Removes a learner's bits from bitmaps that several learners share.
--
-- KEYS     bitmaps
-- ARGV[1]  first byte of the learner's bits in the bitmaps
-- ARGV[2]  number of bytes
--
-- Returns how many bitmaps had bytes of the learner.

local first = tonumber(ARGV[1])
local erased = 0
for _, key in ipairs(KEYS) do
  local bytes = math.min(redis.call('STRLEN', key) - first, tonumber(ARGV[2]))
  if bytes > 0 then
    redis.call('SETRANGE', key, first, string.rep('\0', bytes))
    erased = erased + 1
  end
end
return erased
