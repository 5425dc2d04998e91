-- Reads values of members, to compare them with what they should be, with ranking.lua in front.
--
-- KEYS[1..6], ARGV[1..5]  see ranking.lua
-- ARGV[6], ...  member and its expected value, '' if it should not be ranked
--
-- Returns {bound or '', value or nil of each member, ...}.

local members, expected = {}, {}
for i = 6, #ARGV, 2 do members[#members + 1], expected[#expected + 1] = ARGV[i], ARGV[i + 1] end
return {redis.call('GET', shown.bound) or '', unpack(values_of(shown, members, expected))}
