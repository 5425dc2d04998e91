-- Reads the standings of some members.
--
-- KEYS[1]  board (sorted set)
-- KEYS[2]  mark: the board is complete
-- ARGV     members
--
-- Returns {1 if the board is complete else 0, members of the board, {index from 0, member, score, ...} of those that
-- are ranked}.

local standings = {}
for _, member in ipairs(ARGV) do
  local index = redis.call('ZREVRANK', KEYS[1], member)
  if index then
    standings[#standings + 1] = index
    standings[#standings + 1] = member
    standings[#standings + 1] = redis.call('ZSCORE', KEYS[1], member)
  end
end
return {redis.call('EXISTS', KEYS[2]), redis.call('ZCARD', KEYS[1]), standings}
