-- Reads the standings of some members.
--
-- KEYS[1]  board (sorted set)
-- ARGV     members
--
-- Returns {index from 0, member, score, ...} of those that are ranked.

local standings = {}
for _, member in ipairs(ARGV) do
  local index = redis.call('ZREVRANK', KEYS[1], member)
  if index then
    standings[#standings + 1] = index
    standings[#standings + 1] = member
    standings[#standings + 1] = redis.call('ZSCORE', KEYS[1], member)
  end
end
return standings
