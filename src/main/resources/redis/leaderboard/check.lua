-- Checks the mark of a board, and removes the mark if another process of Redis had set it. The process of now may have
-- been started with an older state, or it may be a former replica that lagged behind. Reads only look whether there is
-- a mark: to ask for the process costs more than a page.
--
-- KEYS[1]  mark: the board is complete
-- KEYS[2]  mark: the board is sealed
--
-- Returns 0 if the board is not complete, 2 if it is, is sealed and was not rebuilt since then, else 1.

local mark = redis.call('GET', KEYS[1])
if not mark then return 0 end
if mark ~= string.match(redis.call('INFO', 'server'), 'run_id:(%x+)') then
  redis.call('DEL', KEYS[1])
  return 0
end
return redis.call('GET', KEYS[2]) == '1' and 2 or 1
