-- What the scripts of an edition have in common; it stands in front of each.
--
-- KEYS[1]  live set (sorted set): member -> packed score and time, the greater the better
-- KEYS[2]  corrections (hash): member -> how often its place has become worse, or something else was shown at the same
--          place; only those that ever did
-- KEYS[3]  details (hash): member -> time in milliseconds or nothing, a space, extra data or nothing
-- KEYS[4]  distinct scores (sorted set), for dense ranks: the worst value of each score, as text and as score
-- KEYS[5]  bound (string): value and member of the best that was trimmed; the set has all that are better, and no other
-- KEYS[6]  mark: the edition is complete
-- ARGV[1]  rank style: unique, standard or dense
-- ARGV[2]  how many values each score has, a power of two
-- ARGV[3]  '1' if values are doubles made of the bits of a number, '0' if they are whole numbers
-- ARGV[4]  how many of the best are ranked, 0: all
-- ARGV[5]  the time in milliseconds if ranks are compared with those when the day before ended, '' if not
--
-- Who has moved today is kept in keys that begin with KEYS[1] and have the same tag. The set when the day before ended
-- was: live without after, and before.
--   :until   string      when the day ends, in milliseconds; later than that nobody has moved today
--   :before  sorted set  what they had when the day before ended, of those who had something
--   :after   sorted set  what they have, of those who have something
--   :come    sorted set  with dense ranks: the distinct scores that nobody had, as in KEYS[4]
--   :gone    sorted set  those that nobody has any more

local style, step, big, keep = ARGV[1], tonumber(ARGV[2]), ARGV[3] == '1', tonumber(ARGV[4])
local now = tonumber(ARGV[5])

local CHUNK = 1000 -- Lua's stack holds some thousands

-- The keys of a ranking that begin with number first.
local function ranking(first)
  return {
    live = KEYS[first], corrections = KEYS[first + 1], details = KEYS[first + 2], distinct = KEYS[first + 3],
    bound = KEYS[first + 4], ends = KEYS[first] .. ':until', before = KEYS[first] .. ':before',
    after = KEYS[first] .. ':after', come = KEYS[first] .. ':come', gone = KEYS[first] .. ':gone'
  }
end

local shown = ranking(1)
local current = ranking(1) -- shown may come to be a snapshot of it
local in_step = true -- whether shown has the same members at the same places

-- Where scripts that answer many and change no set that is there keep what is the same for all; nil in all others.
local once

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

-- How many members of a set are before the place of a member that has a value. If the member is there itself, with just
-- this value, it is counted as well.
local function before_place(set, value, member)
  local low, high = redis.call('ZCOUNT', set, '(' .. value, '+inf'), redis.call('ZCOUNT', set, value, '+inf')
  while low < high do
    local middle = math.floor((low + high) / 2)
    if after(redis.call('ZREVRANGE', set, middle, middle)[1], member) then
      high = middle
    else
      low = middle + 1
    end
  end
  return low
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
  if once and once[shown.live] then return once[shown.live] end
  local members = redis.call('ZCARD', shown.live)
  local ranked = keep > 0 and math.min(members, keep) or members
  if once then once[shown.live] = ranked end
  return ranked
end

-- 1 if the edition is complete else 0.
local function complete()
  if once and once.complete then return once.complete end
  local mark = redis.call('EXISTS', KEYS[6])
  if once then once.complete = mark end
  return mark
end

-- Whether anything is kept beside scores.
local function any_details()
  if once and once.details ~= nil then return once.details end
  local any = redis.call('EXISTS', shown.details) == 1
  if once then once.details = any end
  return any
end

-- What is kept beside a member's score; '' if nothing is.
local function details_of(member)
  return (not once or any_details()) and redis.call('HGET', shown.details, member) or ''
end

-- {index, rank, member, value, details}; {} if the member is not ranked.
local function standing(member)
  local index = member ~= '' and index_of(member)
  if not index then return {} end
  local value = redis.call('ZSCORE', shown.live, member)
  return {index, rank_at(index, value), member, value, details_of(member)}
end

-- Whether anybody has moved today.
local moved = now and tonumber(redis.call('GET', current.ends) or 0) > now

-- How many better values a set had when the day before ended.
local function formerly_better(live, come, gone, value)
  local better = '(' .. value
  local count = redis.call('ZCOUNT', live, better, '+inf')
  if not moved then return count end
  return count - redis.call('ZCOUNT', come, better, '+inf') + redis.call('ZCOUNT', gone, better, '+inf')
end

-- The values that members have in a set.
local function values_in(set, members)
  if #members > 0 and #members <= CHUNK then return redis.call('ZMSCORE', set, unpack(members)) end
  local values = {}
  for from = 1, #members, CHUNK do
    local some = redis.call('ZMSCORE', set, unpack(members, from, math.min(from + CHUNK - 1, #members)))
    for i, value in ipairs(some) do values[from + i - 1] = value end
  end
  return values
end

-- For each entry how many members of a set are before its place. Neighbours have few between them, which are read at
-- once.
--
-- neighbours: whether the entries are in the order of the set
local function before_places(set, entries, neighbours)
  local places = {}
  local low, between = 0, nil
  if neighbours and #entries > 2 then
    local first, last = entries[1], entries[#entries]
    low = redis.call('ZCOUNT', set, '(' .. first.value, '+inf')
    local high = redis.call('ZCOUNT', set, last.value, '+inf')
    if high - low > 4 * #entries then -- many may have the same value
      low, high = before_place(set, first.value, first.member), before_place(set, last.value, last.member)
    end
    if high - low <= 4 * #entries then
      between = low < high and redis.call('ZREVRANGE', set, low, high - 1, 'WITHSCORES') or {}
    end
  end
  local at = 1
  for i, entry in ipairs(entries) do
    if between then
      local value = tonumber(entry.value)
      while between[at] and (tonumber(between[at + 1]) > value
          or tonumber(between[at + 1]) == value and not after(between[at], entry.member)) do
        at = at + 2
      end
      places[i] = low + (at - 1) / 2
    else
      places[i] = before_place(set, entry.value, entry.member)
    end
  end
  return places
end

-- Whether a former rank depends on the index that a value had.
local by_index = style == 'unique' or keep > 0

-- The rank of a value when the day before ended; 0 if the index that it had is not among those that are kept.
local function former_rank(value, index)
  if keep > 0 and index >= keep then return 0 end
  if style == 'unique' then return index + 1 end
  local worst, best = values_of_score(tonumber(value))
  if style == 'standard' then return formerly_better(current.live, current.after, current.before, best) + 1 end
  return formerly_better(current.distinct, current.come, current.gone, worst) + 1
end

-- The ranks that those who have not moved today had when the day before ended, 0 for those that had none.
--
-- still: {member, value, index, at} for each, by rank as they are shown
-- ranks: takes each rank, by the place that an entry is at
local function ranks_of_still(still, ranks)
  local neighbours = true
  -- Who has not moved today has the same value in a snapshot, unless that is one of yesterday.
  if not in_step then
    local members = {}
    for i, entry in ipairs(still) do members[i] = entry.member end
    local values = values_in(current.live, members)
    for i = #still, 1, -1 do
      if values[i] ~= still[i].value then neighbours = false end
      still[i].value = values[i]
      if not values[i] then table.remove(still, i) end
    end
    if by_index then
      for i, place in ipairs(before_places(current.live, still, neighbours)) do still[i].index = place - 1 end
    end
  end
  local have_left = by_index and moved and before_places(current.before, still, neighbours) or {}
  local have_come = by_index and moved and before_places(current.after, still, neighbours) or {}
  for i, entry in ipairs(still) do
    local index = by_index and entry.index + (have_left[i] or 0) - (have_come[i] or 0)
    ranks[entry.at] = former_rank(entry.value, index)
  end
end

-- Tells for each member whether it is among those who have moved today and have something.
--
-- neighbours: whether the members are all there are between the first and the last, in the order of what is shown
local function now_have(members, neighbours)
  if neighbours and in_step then -- if all have moved, they are neighbours there, too
    local first = redis.call('ZREVRANK', current.after, members[1])
    local last = first and redis.call('ZREVRANK', current.after, members[#members])
    if last and last - first == #members - 1 then return members end
  end
  return values_in(current.after, members)
end

-- How many of those who have not moved today are before a place.
local function still_before(value, member)
  if redis.call('ZCOUNT', current.live, value, value) > 0 then
    return before_place(current.live, value, member) - before_place(current.after, value, member)
  end
  return redis.call('ZCOUNT', current.live, value, '+inf') - redis.call('ZCOUNT', current.after, value, '+inf')
end

-- The ranks that members had when the day before ended, 0 for those that had none.
--
-- members:     by rank as they are shown
-- place:       gives the value and the index of a member by its number; if what is shown is not in step, the index does
--              not count
-- neighbours:  see now_have
local function former_ranks(members, place, neighbours)
  local ranks, still = {}, {}
  local before = moved and values_in(current.before, members) or {}
  local now_has = moved and now_have(members, neighbours) or {}
  for i, member in ipairs(members) do
    ranks[i] = 0
    if before[i] then
      local index = by_index and still_before(before[i], member) + redis.call('ZREVRANK', current.before, member)
      ranks[i] = former_rank(before[i], index)
    elseif not now_has[i] then
      local value, index = place(i)
      still[#still + 1] = {member = member, value = value, index = index, at = i}
    end
  end
  if #still > 0 then ranks_of_still(still, ranks) end
  return ranks
end

-- {rank of the first, {member, value, member, value, ...}, {details, ...} or {} if there are none, {former rank, ...}
-- or {} if they are not compared or nobody has moved}
local function stretch(first, last)
  first, last = math.max(first, 0), math.min(last, total() - 1)
  if last < first then return {1, {}, {}, {}} end
  local members = redis.call('ZREVRANGE', shown.live, first, last, 'WITHSCORES')
  local details = {}
  if any_details() then
    for i = 1, #members, 2 do details[#details + 1] = details_of(members[i]) end
  end
  local formers = {}
  if moved or now and not in_step then
    local names = {}
    for i = 1, #members, 2 do names[#names + 1] = members[i] end
    formers = former_ranks(names, function(i) return members[2 * i], first + i - 1 end, true)
  end
  return {rank_at(first, members[2]), members, details, formers}
end
