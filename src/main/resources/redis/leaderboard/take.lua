-- Copies a slice of a board into another set, for a rehearsal. One step, so that the copy has each member as on the
-- board at that moment. The members do not leave Redis.
--
-- KEYS[1]  board (sorted set)
-- KEYS[2]  copy (sorted set)
-- ARGV[1]  cursor, '0' to begin
-- ARGV[2]  approximate number of members
-- ARGV[3]  milliseconds to keep the copy, in case it is not removed
--
-- Returns the cursor of the next slice, '0' after the last.

local slice = redis.call('ZSCAN', KEYS[1], ARGV[1], 'COUNT', ARGV[2])
local members = slice[2]
local added = {}
for i = 1, #members, 2 do
  added[i] = members[i + 1]
  added[i + 1] = members[i]
end
for i = 1, #added, 1000 do redis.call('ZADD', KEYS[2], unpack(added, i, math.min(i + 999, #added))) end
redis.call('PEXPIRE', KEYS[2], ARGV[3])
return slice[1]
