-- Sets members of an edition that is being rebuilt to their scores, with changes.lua in front, unless the rebuild has
-- ended. A batch that comes late must not get into the next rebuild: it may have a member that was deleted meanwhile.
--
-- KEYS[1..6]    see ranking.lua, but of the ranking that is being built
-- KEYS[7]       mark: the edition is being rebuilt
-- ARGV[1..5]    see ranking.lua and changes.lua
-- ARGV[6]       token of the rebuild, with the history
-- ARGV[7]       milliseconds until the mark expires
-- ARGV[8], ...  fours as in changes.lua
--
-- Returns the number of members, or -1 if the rebuild has ended.

if redis.call('GET', KEYS[7]) ~= ARGV[6] then return -1 end
set_scores(shown, 8)
redis.call('PEXPIRE', KEYS[7], ARGV[7])
expire(1, 5)
return (#ARGV - 7) / 4
