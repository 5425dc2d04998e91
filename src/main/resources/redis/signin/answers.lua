-- The stored answer and the journal entry of a sign-in.

-- The answer from when the day was signed: points, order, and the part of the points for milestones; zeros if no longer
-- known.
local function answered()
  local answer = redis.call('HGET', answers_key, learner)
  if not answer then return 0, 0, 0 end
  local points, order, milestone = string.match(answer, '(%d+) (%d+) ?(%d*)')
  return tonumber(points), tonumber(order), tonumber(milestone) or 0
end

-- `...` are further values for again.lua: streak, longest streak and extent.
local function keep_answer(points, order, milestone, ...)
  local answer = {points, order, milestone, ...}
  if milestone == 0 and #answer == 3 then answer[3] = nil end
  redis.call('HSET', answers_key, learner, table.concat(answer, ' '))
  if redis.call('HLEN', answers_key) == 1 then redis.call('EXPIRE', answers_key, rules.answers_kept) end
end

-- Counts a sign-in of the day and returns its number.
local function next_order()
  local order = redis.call('INCR', count_key)
  if order == 1 then redis.call('EXPIRE', count_key, rules.answers_kept) end
  return order
end

-- Appends the sign-in to the journal; `...` are further fields and values. EntryFields.java reads them.
local function journal(kind, streak, points, ...)
  local further = {...}
  if learner_key ~= '' then
    further[#further + 1] = 'key'
    further[#further + 1] = learner_key
  end
  redis.call('XADD', journal_key, '*', 'user', learner, 'day', date, 'kind', kind, 'streak', streak,
    'points', points, 'at', acted_at, unpack(further))
end
