-- Tells whether a master of Redis still has the data that a mark stands for. Scripts with marks have this text in
-- front.
--
-- A history is the process of the master, and the history that it has gone on with if it was a replica before. With
-- another history data may be missing: the process may have been started with an older state, and a replica that took
-- over may have lagged behind. A mark names the history of the master that had the data, and after it those of the
-- other masters that were there: "a0d1… b2c3… d4e5…". Java works out the same in Histories.

local function history()
  local process = string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')
  local before = string.match(redis.call('INFO', 'replication'), 'master_replid2:(%x+)')
  return string.find(before, '[1-9a-f]') and process .. '-' .. before or process
end

-- The value of a mark that is set now, with the histories of all masters.
local function marked(masters)
  local now = history()
  local names = {now}
  for _, each in ipairs(masters) do
    if each ~= now then names[#names + 1] = each end
  end
  return table.concat(names, ' ')
end

-- Whether a mark is there and still holds; if not, it is removed. It holds for the master that it names first. In a
-- cluster a slot may have moved to another master, and the mark with it. Nothing was lost on the way if that master was
-- there when the mark was set, and if none of the masters of that time has got another history: then the mark is set
-- anew. So moves cost nothing, but one that comes between a check and a failover cannot be told from a loss.
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
