-- What the scripts of an edition have in common; it stands in front of each.
--
-- KEYS[1]  live set (sorted set): member -> packed score and time, the greater the better
-- KEYS[2]  corrections (hash): member -> how often its place has become worse; only those that ever did
-- KEYS[3]  details (hash): member -> time in milliseconds or nothing, a space, extra data or nothing
-- KEYS[4]  distinct scores (sorted set), for dense ranks: the worst value of each score, as text and as score
-- KEYS[5]  bound (string): value and member of the best that was trimmed; the set has all that are better, and no other
-- KEYS[6]  mark: the edition is complete
-- ARGV[1]  rank style: unique, standard or dense
-- ARGV[2]  how many values each score has, a power of two
-- ARGV[3]  '1' if values are doubles made of the bits of a number, '0' if they are whole numbers
-- ARGV[4]  how many of the best are ranked, 0: all

local style, step, big, keep = ARGV[1], tonumber(ARGV[2]), ARGV[3] == '1', tonumber(ARGV[4])

local CHUNK = 1000 -- Lua's stack holds some thousands

-- The keys of a ranking that begin with number first.
local function ranking(first)
  return {
    live = KEYS[first], corrections = KEYS[first + 1], details = KEYS[first + 2], distinct = KEYS[first + 3],
    bound = KEYS[first + 4]
  }
end

local shown = ranking(1)

-- All digits that a value has.
local function text(value) return string.format('%.17g', value) end

-- The worst and the best value that the score of a value can have. The bits of time are the last ones of a whole
-- number, or of the 53 that a double has for its digits.
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

-- Whether the first member comes after the second one among equal values: Redis compares bytes.
local function after(member, other)
  for i = 1, math.min(#member, #other) do
    local one, two = string.byte(member, i), string.byte(other, i)
    if one ~= two then return one < two end
  end
  return #member < #other
end

-- The index of a member from the top, from 0; nil if it is not ranked.
local function index_of(member)
  local index = redis.call('ZREVRANK', shown.live, member)
  return index and (keep == 0 or index < keep) and index or nil
end

-- The rank of a member at an index. Unique ranks do not need its value.
local function rank_at(index, value)
  if style == 'unique' then return index + 1 end
  local worst, best = values_of_score(tonumber(value))
  if style == 'standard' then return redis.call('ZCOUNT', shown.live, '(' .. best, '+inf') + 1 end
  return (redis.call('ZREVRANK', shown.distinct, worst) or 0) + 1
end

-- How many are ranked.
local function total()
  local members = redis.call('ZCARD', shown.live)
  return keep > 0 and math.min(members, keep) or members
end

-- What is kept beside a member's score; '' if nothing is.
local function details_of(member) return redis.call('HGET', shown.details, member) or '' end

-- {index, rank, member, value, details}; {} if the member is not ranked.
local function standing(member)
  local index = member ~= '' and index_of(member)
  if not index then return {} end
  local value = redis.call('ZSCORE', shown.live, member)
  return {index, rank_at(index, value), member, value, details_of(member)}
end

-- {rank of the first, {member, value, member, value, ...}, {details, ...} or {} if there are none}
local function stretch(first, last)
  first, last = math.max(first, 0), math.min(last, total() - 1)
  if last < first then return {1, {}, {}} end
  local members = redis.call('ZREVRANGE', shown.live, first, last, 'WITHSCORES')
  local details = {}
  if redis.call('EXISTS', shown.details) == 1 then
    for i = 1, #members, 2 do details[#details + 1] = details_of(members[i]) end
  end
  return {rank_at(first, members[2]), members, details}
end

