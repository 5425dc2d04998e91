-- Sets members of an edition that is being rebuilt to their scores, with changes.lua in front, unless the rebuild has
-- ended. A late batch must not get into the next rebuild, because it may have a member deleted meanwhile.
--
-- KEYS[1..6]    see ranking.lua, but of the rebuilt ranking
-- KEYS[7]       mark: the edition is being rebuilt
-- ARGV[1..6]    see ranking.lua and changes.lua
-- ARGV[7]       token of the rebuild, with the history
-- ARGV[8]       milliseconds until the mark expires
-- ARGV[9]       the set of all these scores if there are only values to write, else '0'
-- ARGV[10], ... scores as in changes.lua, or value and member for each
--
-- Returns the number of members, or -1 if the rebuild has ended.

if redis.call('GET', KEYS[7]) ~= ARGV[7] then return -1 end
shown.fresh = #shown.sets > 1 -- only members that were written meanwhile may be in another set
if ARGV[9] == '0' then set_scores(shown, 10) else set_values(shown, tonumber(ARGV[9]), 10) end
redis.call('PEXPIRE', KEYS[7], ARGV[8])
expire_ranking(shown)
expire_day(shown)
return (#ARGV - 9) / (ARGV[9] == '0' and WIDTH or 2)
