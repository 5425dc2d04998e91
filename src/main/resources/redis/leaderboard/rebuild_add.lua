-- Sets members of an edition that is being rebuilt to their scores, with changes.lua in front, unless the rebuild has
-- ended. A batch that comes late must not get into the next rebuild: it may have a member that was deleted meanwhile.
--
-- KEYS[1..6]    see ranking.lua, but of the ranking that is being built
-- KEYS[7]       mark: the edition is being rebuilt
-- ARGV[1..6]    see ranking.lua and changes.lua
-- ARGV[7]       token of the rebuild, with the history
-- ARGV[8]       milliseconds until the mark expires
-- ARGV[9], ...  scores as in changes.lua
--
-- Returns the number of members, or -1 if the rebuild has ended.

if redis.call('GET', KEYS[7]) ~= ARGV[7] then return -1 end
set_scores(shown, 9)
redis.call('PEXPIRE', KEYS[7], ARGV[8])
expire(1, 5)
expire_day(shown)
return (#ARGV - 8) / WIDTH
