-- Reads the bits of several years of several learners in one round trip, all at one moment.
--
-- KEYS[1], ...  for each learner the mark of the partition: its bitmaps have all days in MySQL. The other keys of the
--               learner begin like it, so they are in the same slot.
-- ARGV[1]       number of bytes
-- ARGV[2], ...  for each learner: key of the summaries of archived years (hash), learner, end of the names of the
--               learner's bitmaps, after the year, first byte of the learner's bits in them, first year, last year
--
-- Returns for each learner the number of strings that follow, and these: mark, the learner's summary, year, signed,
-- made up, frozen, year, ... with the bytes of the bitmaps, for the years with bitmaps of signed days. A missing mark
-- or summary is empty. One flat list, because Redis 6.2 would write each nested list as a packet.
--
-- Most learners have bits only of this and the last year, so one command finds other years. Names of keys are built
-- here, because they are far longer than the answer. A year without signed days has no made-up or frozen days, which
-- are always beside signed ones. Archived years have no bits.

local answer, marks, years = {}, {}, {}

local function mark_at(key)
  marks[key] = marks[key] or redis.call('GET', key) or ''
  return marks[key]
end

-- Converts a number to text once for all learners.
local function text(year)
  years[year] = years[year] or tostring(year)
  return years[year]
end

for i, mark in ipairs(KEYS) do
  local archived, learner, name, from, first_year, last_year = unpack(ARGV, 6 * i - 4, 6 * i + 1)
  local summary = redis.call('HGET', archived, learner) or ''
  local size = #answer + 1
  answer[size] = 0
  answer[size + 1] = mark_at(mark)
  answer[size + 2] = summary
  local begin, to = string.sub(mark, 1, -#'complete' - 1), from + ARGV[1] - 1
  local signed_days, rest = begin .. 'year:', ':' .. name

  local function bits(kind, year) return redis.call('GETRANGE', kind .. text(year) .. rest, from, to) end

  local covered = string.match(summary, '^%d+')
  local first, last = math.max(first_year, covered and covered + 1 or 0), tonumber(last_year)
  local old = {}
  for year = first, last - 2 do old[#old + 1] = signed_days .. text(year) .. rest end
  if #old > 0 and redis.call('EXISTS', unpack(old)) == 0 then first = last - 1 end

  for year = first, last do
    local signed = bits(signed_days, year)
    if #signed > 0 then
      answer[#answer + 1] = text(year)
      answer[#answer + 1] = signed
      answer[#answer + 1] = bits(begin .. 'make-ups:', year)
      answer[#answer + 1] = bits(begin .. 'freezes:', year)
    end
  end
  answer[size] = #answer - size
end
return answer
