-- Takes over unfinished entries without a consumer: their consumer was removed, or the group was created after them.
-- Redis would never deliver them again. It checks only the oldest entries; these get done, so each entry is among the
-- oldest at some point. One script, or another consumer could acknowledge an entry between the check and the claim.
--
-- KEYS[1]  journal of the partition (stream)
-- ARGV[1]  consumer group
-- ARGV[2]  the consumer that takes them over
-- ARGV[3]  how many entries to check
--
-- Returns the number of entries taken over.

local delivered
for _, fields in ipairs(redis.call('XINFO', 'GROUPS', KEYS[1])) do
  local group = {}
  for i = 1, #fields, 2 do group[fields[i]] = fields[i + 1] end
  if group.name == ARGV[1] then delivered = group['last-delivered-id'] end
end
if not delivered then return 0 end
local adopted = 0
for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', delivered, 'COUNT', ARGV[3])) do
  local id = entry[1]
  if #redis.call('XPENDING', KEYS[1], ARGV[1], id, id, 1) == 0 then
    redis.call('XCLAIM', KEYS[1], ARGV[1], ARGV[2], 0, id, 'FORCE', 'JUSTID')
    adopted = adopted + 1
  end
end
return adopted
