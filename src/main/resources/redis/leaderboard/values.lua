-- Reads what an edition has of some members, ranked or only kept in its margin.
--
-- KEYS[1]  live set, see ranking.lua
-- KEYS[2]  bound
-- ARGV     members
--
-- Returns {bound or '', value or nil, ...}. A member without a value is missing only if it is better than the bound.

return {redis.call('GET', KEYS[2]) or '', unpack(redis.call('ZMSCORE', KEYS[1], unpack(ARGV)))}
