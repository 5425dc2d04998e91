-- Deletes a learner's stored answers. One script, because there may be thousands of days.
--
-- KEYS     answers of days (hashes: learner -> see call.lua)
-- ARGV[1]  learner
--
-- Returns the number of deleted answers.

local erased = 0
for _, answers in ipairs(KEYS) do
  erased = erased + redis.call('HDEL', answers, ARGV[1])
end
return erased
