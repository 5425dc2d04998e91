-- Reads a learner's bits of several years in one round trip, all as of the same moment.
--
-- KEYS[1]     mark of the partition: its bitmaps have what MySQL has
-- KEYS[2]     summaries of archived years (hash)
-- KEYS[3..5]  bitmaps of the last year: signed, made up, frozen; those of other years differ by the year, and are in the
--             same slot
-- ARGV[1]     first byte of the learner's bits in the bitmaps
-- ARGV[2]     number of bytes
-- ARGV[3]     learner
-- ARGV[4]     first year
-- ARGV[5]     last year
--
-- Returns {mark, the learner's summary, year, signed, made up, frozen, year, ...} with the bytes of the bitmaps, for the
-- years that have bitmaps of signed days. Mark and summary are empty if they are missing.
--
-- Most learners have bits of this year and the last at most, so the others are looked for with one command, and their
-- names are put together here: they are far longer than the answer. A year without a signed day has no made-up or frozen
-- one: those days stand beside signed ones. A learner's archived years have no bits.

local summary = redis.call('HGET', KEYS[2], ARGV[3]) or ''
local answer = {redis.call('GET', KEYS[1]) or '', summary}

local function bits(key) return redis.call('GETRANGE', key, ARGV[1], ARGV[1] + ARGV[2] - 1) end

-- What stands before the year in the name of a bitmap, and after it.
local function around_year(key) return string.match(key, '^(.-:)' .. ARGV[5] .. '(:.+)$') end

local before, after = around_year(KEYS[3])
local archived = string.match(summary, '^%d+')
local first, last = math.max(ARGV[4], archived and archived + 1 or 0), tonumber(ARGV[5])
local old = {}
for year = first, last - 2 do old[#old + 1] = before .. year .. after end
if #old > 0 and redis.call('EXISTS', unpack(old)) == 0 then first = last - 1 end

for year = first, last do
  local signed = bits(before .. year .. after)
  if #signed > 0 then
    answer[#answer + 1] = tostring(year)
    answer[#answer + 1] = signed
    for i = 4, 5 do
      local kind, rest = around_year(KEYS[i])
      answer[#answer + 1] = bits(kind .. year .. rest)
    end
  end
end
return answer
