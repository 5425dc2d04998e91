-- Shared code of the scripts of an edition; it stands in front of each.
--
-- KEYS[1]  live set (sorted set): member -> packed score and time, the greater the better. In a divided edition it has
--          the worst values, and KEYS[1]:1, KEYS[1]:2 and so on each have better ones
-- KEYS[2]  corrections (hash): member -> how often its place became worse, or its entry changed at the same place; only
--          members with any
-- KEYS[3]  details (hash): member -> time in milliseconds or nothing, a space, extra data or nothing
-- KEYS[4]  distinct scores (sorted set), for dense ranks: the worst value of each score, as text and as score
-- KEYS[5]  bound (string): value and member of the best trimmed one; the set has exactly the better members
-- KEYS[6]  mark: the edition is complete
-- ARGV[1]  rank style: unique, standard or dense
-- ARGV[2]  number of values of each score, a power of two
-- ARGV[3]  '1' if values are doubles made of the bits of a number, '0' if they are whole numbers
-- ARGV[4]  how many of the best are ranked, 0: all
-- ARGV[5]  the time in milliseconds if ranks are compared with the end of the day before, '' if not
--
-- Other keys begin with KEYS[1] and have the same tag. Some keep the members that moved today: at the end of the day
-- before, the set was live without after, and before.
--   :buckets string      in MessagePack, the worst value of each set but the first, rising; only if divided
--   :until   string      when the day ends, in milliseconds; after that no member has moved today
--   :before  sorted set  their values at the end of the day before, if any
--   :after   sorted set  their present values, if any

local style, step, big, keep = ARGV[1], tonumber(ARGV[2]), ARGV[3] == '1', tonumber(ARGV[4])
local now = tonumber(ARGV[5])

local CHUNK = 1000 -- Lua's stack holds some thousands

-- The keys of a ranking, which begin at number first. Its sets count from the worst values, 1, to the best; their known
-- sizes are cached.
local function ranking(first)
  local live = KEYS[first]
  local buckets = redis.call('GET', live .. ':buckets')
  local set = {
    sets = {live}, cuts = buckets and cmsgpack.unpack(buckets) or {}, sizes = {}, touched = {},
    corrections = KEYS[first + 1], details = KEYS[first + 2], distinct = KEYS[first + 3], bound = KEYS[first + 4],
    buckets = live .. ':buckets', ends = live .. ':until', before = live .. ':before', after = live .. ':after'
  }
  for i = 1, #set.cuts do set.sets[i + 1] = live .. ':' .. i end
  return set
end

local current = ranking(1)
local shown = current -- may become a snapshot of it
local in_step = true -- whether shown has the same members at the same places

-- A cache for scripts that answer many questions and change no existing set; nil in other scripts.
local once

-- A value with all its digits.
local function text(value) return string.format('%.17g', value) end

-- The worst and the best possible value of a value's score. The bits of time are the last bits of a whole number, or of
-- a double's 53 digits.
local function values_of_score(value)
  local digits, exponent = value, 0
  if big then
    digits, exponent = math.frexp(value)
    digits = digits * 2 ^ 53
    exponent = exponent - 53
  end
  local worst = math.floor(digits / step) * step
  return text(math.ldexp(worst, exponent)), text(math.ldexp(worst + step - 1, exponent))
end

-- Whether the first member comes after the second among equal values: Redis compares bytes.
local function after(member, other)
  for i = 1, math.min(#member, #other) do
    local one, two = string.byte(member, i), string.byte(other, i)
    if one ~= two then return one < two end
  end
  return #member < #other
end

-- The number of the set for a value.
local function set_of(set, value)
  local low, high = 1, #set.sets
  while low < high do
    local middle = math.floor((low + high) / 2)
    if set.cuts[middle] <= value then low = middle + 1 else high = middle end
  end
  return low
end

local function size(set, i)
  if not set.sizes[i] then set.sizes[i] = redis.call('ZCARD', set.sets[i]) end
  return set.sizes[i]
end

-- The number of members in the sets that are better than one; of all members for 0.
local function above(set, i)
  local sum = 0
  for better = i + 1, #set.sets do sum = sum + size(set, better) end
  return sum
end

-- The number of the set that has a member, and the answer there of a command, ZSCORE or ZREVRANK; nil if none has it.
--
-- likely: the set to look into first, then the worse ones; the best if nil
local function find(set, command, member, likely)
  local first = likely or #set.sets
  for i = first, 1, -1 do
    local answer = redis.call(command, set.sets[i], member)
    if answer then return i, answer end
  end
  for i = first + 1, #set.sets do
    local answer = redis.call(command, set.sets[i], member)
    if answer then return i, answer end
  end
end

-- The number of members with values from one on, in the syntax of ZCOUNT: '12', or '(12' for better ones only.
local function count_from(set, from)
  local i = #set.sets == 1 and 1 or set_of(set, tonumber(string.match(from, '[^(]+')))
  return above(set, i) + redis.call('ZCOUNT', set.sets[i], from, '+inf')
end

-- {member, value, ...} from one index to another, best first.
local function range(set, first, last)
  local sets = set.sets
  if #sets == 1 then return redis.call('ZREVRANGE', sets[1], first, last, 'WITHSCORES') end
  local members, better = {}, 0
  for i = #sets, 1, -1 do
    if better > last then break end
    if first < better + size(set, i) then
      local some = redis.call('ZREVRANGE', sets[i], math.max(first - better, 0), last - better, 'WITHSCORES')
      for _, each in ipairs(some) do members[#members + 1] = each end
    end
    better = better + size(set, i)
  end
  return members
end

-- The index of a member from the top, from 0, and the number of its set; nil if it is not ranked.
local function index_of(member, likely)
  local i, index = find(shown, 'ZREVRANK', member, likely)
  if not i then return nil end
  index = index + above(shown, i)
  if keep > 0 and index >= keep then return nil end
  return index, i
end

-- The number of members above the place of a member and a value. The member itself counts if it has exactly this value.
local function before_place(value, member)
  local i = set_of(shown, tonumber(value))
  local set = shown.sets[i]
  local low, high = redis.call('ZCOUNT', set, '(' .. value, '+inf'), redis.call('ZCOUNT', set, value, '+inf')
  while low < high do
    local middle = math.floor((low + high) / 2)
    if after(redis.call('ZREVRANGE', set, middle, middle)[1], member) then
      high = middle
    else
      low = middle + 1
    end
  end
  return above(shown, i) + low
end

-- The rank of a member at an index. Unique ranks do not need its value.
local function rank_at(index, value)
  if style == 'unique' then return index + 1 end
  local worst, best = values_of_score(tonumber(value))
  if style == 'standard' then return count_from(shown, '(' .. best) + 1 end
  return (redis.call('ZREVRANK', shown.distinct, worst) or 0) + 1
end

-- The number of ranked members.
local function total()
  local members = above(shown, 0)
  return keep > 0 and math.min(members, keep) or members
end

-- 1 if the edition is complete else 0.
local function complete()
  if once and once.complete then return once.complete end
  local mark = redis.call('EXISTS', KEYS[6])
  if once then once.complete = mark end
  return mark
end

-- Whether any member has details.
local function any_details()
  if once and once.details ~= nil then return once.details end
  local any = redis.call('EXISTS', shown.details) == 1
  if once then once.details = any end
  return any
end

-- A member's details; '' if it has none.
local function details_of(member)
  return (not once or any_details()) and redis.call('HGET', shown.details, member) or ''
end

-- {index, rank, member, value, details}; {} if the member is not ranked.
local function standing(member)
  if member == '' then return {} end
  local index, i = index_of(member)
  if not index then return {} end
  local value = redis.call('ZSCORE', shown.sets[i], member)
  return {index, rank_at(index, value), member, value, details_of(member)}
end

-- Whether any member has moved today.
local moved = now and tonumber(redis.call('GET', current.ends) or 0) > now

-- The values of members in a set.
local function values_in(set, members)
  if #members > 0 and #members <= CHUNK then return redis.call('ZMSCORE', set, unpack(members)) end
  local values = {}
  for from = 1, #members, CHUNK do
    local some = redis.call('ZMSCORE', set, unpack(members, from, math.min(from + CHUNK - 1, #members)))
    for i, value in ipairs(some) do values[from + i - 1] = value end
  end
  return values
end

-- The values of members in a ranking.
--
-- likely: about these values, if known
local function values_of(set, members, likely)
  if #set.sets == 1 then return values_in(set.sets[1], members) end
  local values = {}
  for i, member in ipairs(members) do
    local _, value = find(set, 'ZSCORE', member, likely and set_of(set, tonumber(likely[i]) or 0))
    values[i] = value or false
  end
  return values
end

-- The number of better values at the end of the day before.
--
-- better_now: the number of better values now, if known
local function formerly_better(value, better_now)
  local better = '(' .. value
  local count = better_now or count_from(current, better)
  if not moved then return count end
  return count - redis.call('ZCOUNT', current.after, better, '+inf') + redis.call('ZCOUNT', current.before, better, '+inf')
end

-- The rank of a value at the end of the day before; 0 if it was not among the kept best.
local function former_rank(value, index)
  local better = formerly_better(value, index)
  if keep > 0 and better >= keep then return 0 end
  if style == 'unique' then return better + 1 end
  local _, best = values_of_score(tonumber(value))
  return formerly_better(best) + 1
end

-- The ranks of members at the end of the day before, by their values then; 0 for members without.
--
-- values: the present values
-- indexes: the present indexes, if known: among equal values, a member that has not moved keeps its place
local function former_ranks(members, values, indexes)
  local ranks = {}
  local before = moved and values_in(current.before, members) or {}
  local now_have = moved and values_in(current.after, members) or {}
  for i in ipairs(members) do
    ranks[i] = 0
    if before[i] then
      ranks[i] = former_rank(before[i])
    elseif values[i] and not now_have[i] then
      ranks[i] = former_rank(values[i], indexes and indexes[i])
    end
  end
  return ranks
end

-- {rank of the first, {member, value, member, value, ...}, {details, ...} or {} if there are none, {former rank, ...}
-- or {} if ranks are not compared or no member has moved}
local function stretch(first, last)
  first, last = math.max(first, 0), math.min(last, total() - 1)
  if last < first then return {1, {}, {}, {}} end
  local members = range(shown, first, last)
  local details = {}
  if any_details() then
    for i = 1, #members, 2 do details[#details + 1] = details_of(members[i]) end
  end
  local formers = {}
  if moved or now and not in_step then
    local names, values, indexes = {}, {}, {}
    for i = 1, #members, 2 do
      names[#names + 1], values[#values + 1], indexes[#indexes + 1] = members[i], members[i + 1], first + (i - 1) / 2
    end
    if in_step then
      formers = former_ranks(names, values, indexes)
    else
      formers = former_ranks(names, values_of(current, names))
    end
  end
  return {rank_at(first, members[2]), members, details, formers}
end
