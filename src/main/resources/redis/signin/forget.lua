-- Forgets consumers of instances that are long gone. Only here is it sure that one has nothing unfinished at the
-- moment in which it goes: what is unfinished goes with its consumer, and would be delivered to nobody else. A live
-- one that has nothing to do may go, too: it is made again with its next read.
--
-- KEYS[1]  journal of the partition (stream)
-- ARGV[1]  consumer group
-- ARGV[2]  milliseconds after which a consumer that does nothing is forgotten
--
-- Returns the number of consumers that were forgotten.

local forgotten = 0
for _, fields in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])) do
  local consumer = {} -- which fields there are, and in which order, differs between versions of Redis
  for i = 1, #fields, 2 do consumer[fields[i]] = fields[i + 1] end
  if consumer.pending == 0 and consumer.idle > tonumber(ARGV[2]) then
    redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], consumer.name)
    forgotten = forgotten + 1
  end
end
return forgotten
