-- Sets members of a board to their totals. Totals are absolute, so an update may come twice and in any order: of two
-- totals with equally many corrections the higher is newer, since between corrections totals only rise; otherwise the
-- one with more corrections is. Only members that were ever corrected are in the hash of corrections.
--
-- While the board is rebuilt, the set that will replace it gets the updates as well. A sealed board takes none.
--
-- KEYS[1]  board (sorted set)          KEYS[2]  corrections of its members (hash)
--          and for a board that is shown, not just being rebuilt:
-- KEYS[3]  rebuilt board (sorted set)  KEYS[4]  corrections of its members (hash)
-- KEYS[5]  mark: the board is sealed   KEYS[6]  mark: the board is being rebuilt
-- ARGV     triples of member, score (0: no points, not ranked) and number of corrections; no member twice
--
-- Returns the number of members updated, or -1 if the board is sealed.

local shown = #KEYS > 2
if shown and redis.call('EXISTS', KEYS[5]) == 1 then return -1 end

local function update(board, corrections)
  local any = redis.call('EXISTS', corrections) == 1
  local raised = {}
  for i = 1, #ARGV, 3 do
    local member, score, number = ARGV[i], ARGV[i + 1], tonumber(ARGV[i + 2])
    local seen = any and tonumber(redis.call('HGET', corrections, member) or 0) or 0
    if number > seen then
      redis.call('HSET', corrections, member, number)
      any = true
      if score == '0' then redis.call('ZREM', board, member) else redis.call('ZADD', board, score, member) end
    elseif number == seen and score ~= '0' then
      raised[#raised + 1] = score
      raised[#raised + 1] = member
    end
  end
  -- Hundreds at a time: one command costs less than as many, and Lua's stack holds some thousands.
  for i = 1, #raised, 1000 do
    redis.call('ZADD', board, 'GT', unpack(raised, i, math.min(i + 999, #raised)))
  end
end

update(KEYS[1], KEYS[2])
if shown and redis.call('EXISTS', KEYS[6]) == 1 then update(KEYS[3], KEYS[4]) end
return #ARGV / 3
