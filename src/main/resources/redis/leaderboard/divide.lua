-- Divides an edition without members into sets for ranges of values. With members it stays as it is, until a rebuild.
--
-- KEYS[1]       live set, see ranking.lua
-- ARGV[1]       milliseconds until the key expires, '' if it does not
-- ARGV[2], ...  the worst value of each set but the first, rising
--
-- Returns 1 if the edition is divided now, else 0.

local key, cuts = KEYS[1] .. ':buckets', {}
if redis.call('EXISTS', KEYS[1]) == 1 or redis.call('EXISTS', key) == 1 then return 0 end
for i = 2, #ARGV do cuts[i - 1] = tonumber(ARGV[i]) end
redis.call('SET', key, cmsgpack.pack(cuts))
if ARGV[1] ~= '' then redis.call('PEXPIRE', key, ARGV[1]) end
return 1
