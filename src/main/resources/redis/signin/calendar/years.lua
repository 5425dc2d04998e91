-- Reads a learner's bits of several years in one round trip, all as of the same moment.
--
-- KEYS[1]       mark of the partition: its bitmaps have what MySQL has
-- KEYS[2]       summaries of archived years (hash)
-- KEYS[3], ...  bitmaps, three for each year: signed, made up, frozen
-- ARGV[1]       first byte of the learner's bits in the bitmaps
-- ARGV[2]       number of bytes
-- ARGV[3]       learner
--
-- Returns the mark, the learner's summary, and the bytes of each bitmap in the order of KEYS. What is missing is empty.
--
-- Most learners have bits of this year and the last at most, so the others are looked for with one command. A year
-- without a signed day has no made-up or frozen one: those days stand beside signed ones.

local years = {redis.call('GET', KEYS[1]) or '', redis.call('HGET', KEYS[2], ARGV[3]) or ''}

local function bits(key) return redis.call('GETRANGE', key, ARGV[1], ARGV[1] + ARGV[2] - 1) end

local recent = math.max(3, #KEYS - 5) -- where the last two years begin
local old = {}
for i = 3, recent - 1, 3 do old[#old + 1] = KEYS[i] end
local first = #old > 0 and redis.call('EXISTS', unpack(old)) > 0 and 3 or recent

for i = 3, #KEYS, 3 do
  years[i] = i >= first and bits(KEYS[i]) or ''
  local there = #years[i] > 0
  years[i + 1] = there and bits(KEYS[i + 1]) or ''
  years[i + 2] = there and bits(KEYS[i + 2]) or ''
end
return years
