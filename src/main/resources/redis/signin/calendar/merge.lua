-- Sets bits of a learner's year and clears none, so that days signed meanwhile stay, and a second run changes nothing.
-- One script, because SETRANGE must not overwrite a bit set after GETRANGE.
--
-- KEYS          bitmaps
-- ARGV[1]       first byte of the learner's bits in the bitmaps
-- ARGV[2], ...  the bits to set, as bytes, for each of KEYS
--
-- Returns the number of bits that were missing.

local first, missing = tonumber(ARGV[1]), 0
for i, key in ipairs(KEYS) do
  local given = ARGV[i + 1]
  if #given > 0 then
    local last = first + #given - 1
    local present = redis.call('GETRANGE', key, first, last)
    local bytes = {}
    for at = 1, #given do
      bytes[at] = string.char(bit.bor(string.byte(present, at) or 0, string.byte(given, at)))
    end
    local all = table.concat(bytes)
    if all ~= present then
      local before = redis.call('BITCOUNT', key, first, last)
      redis.call('SETRANGE', key, first, all)
      missing = missing + redis.call('BITCOUNT', key, first, last) - before
    end
  end
end
return missing
