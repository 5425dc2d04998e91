-- Removes consumers of dead instances. One script, because removing a consumer drops its unfinished
-- entries, so it must have none at that moment. An idle consumer of a running instance may be removed, too: its next
-- read creates it again.
--
-- KEYS[1]  journal of the partition (stream)
-- ARGV[1]  consumer group
-- ARGV[2]  milliseconds after which an idle consumer is removed
--
-- Returns the number of consumers removed.

local forgotten = 0
for _, fields in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])) do
  local consumer = {} -- fields and their order differ between versions of Redis
  for i = 1, #fields, 2 do consumer[fields[i]] = fields[i + 1] end
  if consumer.pending == 0 and consumer.idle > tonumber(ARGV[2]) then
    redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], consumer.name)
    forgotten = forgotten + 1
  end
end
return forgotten
