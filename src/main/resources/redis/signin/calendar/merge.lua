-- Sets bits of a learner's year and clears none, so that days signed meanwhile stay, and a second run changes nothing.
-- One script, because SETRANGE must not overwrite a bit set after GETRANGE.
--
-- KEYS          bitmaps
-- ARGV[1]       first byte of the learner's bits in the bitmaps
-- ARGV[2], ...  the bits to set, as bytes, for each of KEYS
--
-- Returns 1.

local first = tonumber(ARGV[1])
for i, key in ipairs(KEYS) do
  local given = ARGV[i + 1]
  if #given > 0 then
    local present = redis.call('GETRANGE', key, first, first + #given - 1)
    local bytes = {}
    for at = 1, #given do
      bytes[at] = string.char(bit.bor(string.byte(present, at) or 0, string.byte(given, at)))
    end
    redis.call('SETRANGE', key, first, table.concat(bytes))
  end
end
return 1
