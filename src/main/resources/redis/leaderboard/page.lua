-- Reads a stretch of a board and one member's standing as they are at one moment.
--
-- KEYS[1]  board (sorted set)
-- KEYS[2]  mark: the board is complete
-- ARGV[1]  index of the first, from 0; or 'around' for the stretch around the member
-- ARGV[2]  how many; with 'around' how many on each side
-- ARGV[3]  member, empty if none
--
-- Returns {1 if the board is complete else 0, members of the board, index of the first, {member, score, member, score,
-- ...}, index of the member or -1, score of the member or '0'}.

local mine = ARGV[3] ~= '' and redis.call('ZREVRANK', KEYS[1], ARGV[3])
local first, last = 0, -1
if ARGV[1] ~= 'around' then
  first = tonumber(ARGV[1])
  last = first + tonumber(ARGV[2]) - 1
elseif mine then
  first = math.max(0, mine - tonumber(ARGV[2]))
  last = mine + tonumber(ARGV[2])
end
local stretch = {}
if last >= first then stretch = redis.call('ZREVRANGE', KEYS[1], first, last, 'WITHSCORES') end
return {
  redis.call('EXISTS', KEYS[2]), redis.call('ZCARD', KEYS[1]), first, stretch, mine or -1,
  mine and redis.call('ZSCORE', KEYS[1], ARGV[3]) or '0'
}
