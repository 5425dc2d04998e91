-- Returns how many bytes an edition takes, with its marks and an unfinished rebuild.
--
-- KEYS  all of its keys
--
-- Returns the bytes.

local bytes = 0
for _, key in ipairs(KEYS) do bytes = bytes + (redis.call('MEMORY', 'USAGE', key) or 0) end
return bytes
