-- Tells whether a master of Redis still has the data behind a mark. Scripts about marks have this text in front.
--
-- A replication id here is the master's run id, and after a failover also the previous master's id. With another id
-- data may be missing: the process may have started with an older state, or the replica that took over may have lagged.
-- A mark names the id of the master that had the data, then the ids of the other masters at that time:
-- "a0d1… b2c3… d4e5…". ReplicationIds.java computes the same.

local function history()
  local process = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
  local before = string.match(redis.call('INFO', 'replication'), 'master_replid2:(%x+)')
  return string.find(before, '[1-9a-f]') and process .. '-' .. before or process
end

-- The value of a new mark, with the replication ids of all masters.
local function marked(masters)
  local now = history()
  local names = {now}
  for _, each in ipairs(masters) do
    if each ~= now then names[#names + 1] = each end
  end
  return table.concat(names, ' ')
end

-- Whether a mark exists and still holds; removes one that does not. It holds for the master that it names first. In a
-- cluster a slot may have moved to another master, with its mark. Nothing was lost if that master existed when the mark
-- was set and all masters named by it still have their ids: then the mark is renewed. So moves cost nothing, but a move
-- between a check and a failover looks like a loss.
local function holds(key, masters)
  local mark = redis.call('GET', key)
  if not mark then return false end
  local now = history()
  local there = {[now] = true}
  for _, each in ipairs(masters) do there[each] = true end
  local first, known, all = nil, false, true
  for each in string.gmatch(mark, '%S+') do
    first = first or each
    known = known or each == now
    all = all and there[each]
  end
  if first ~= now and not (known and all) then
    redis.call('DEL', key)
    return false
  end
  local new = marked(masters)
  if new ~= mark then redis.call('SET', key, new, 'KEEPTTL') end
  return true
end
