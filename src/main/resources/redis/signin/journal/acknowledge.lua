-- Removes recorded entries from journals. They are acknowledged and deleted in one script: a crash in between would
-- leave acknowledged entries behind, and the length of the stream would not be the backlog.
--
-- KEYS          journals of partitions (streams); on Redis Cluster one only
-- ARGV[1]       consumer group
-- ARGV[2], ...  for each of KEYS the number of its entries, then their ids
--
-- Returns for each of KEYS the number of entries deleted.

local deleted = {}
local at = 2
for i, journal in ipairs(KEYS) do
  local last = at + tonumber(ARGV[at])
  redis.call('XACK', journal, ARGV[1], unpack(ARGV, at + 1, last))
  deleted[i] = redis.call('XDEL', journal, unpack(ARGV, at + 1, last))
  at = last + 1
end
return deleted
