-- The common part of update.lua and rebuild_add.lua: sets members of a board to their totals. Totals are absolute, so
-- one may come twice and in any order. The newer of two totals is the one with more corrections. If both have the same
-- number, it is the higher one, as totals only rise between corrections. Only members that were ever corrected are in
-- the hash of corrections.
--
-- first: where the triples begin in ARGV: member, score (0: no points, not ranked), number of corrections; each member
-- comes once at most
local function set_totals(board, corrections, first)
  local any = redis.call('EXISTS', corrections) == 1
  local raised = {}
  for i = first, #ARGV, 3 do
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

