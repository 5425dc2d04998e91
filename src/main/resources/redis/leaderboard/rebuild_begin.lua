-- Notes that an edition is being rebuilt, drops what an earlier rebuild has left, and seals an edition that is to take
-- no more updates. It is one step, so that no update comes between. The note names the history of the master. If Redis
-- loses its data meanwhile, the note is lost as well; if it goes on with an older state, or the edition moves to
-- another master, the history is another one and the note does not count. history.lua stands in front.
--
-- KEYS[1]      mark: the edition is being rebuilt
-- KEYS[2]      mark: the edition is sealed
-- KEYS[3], ... what is built
-- ARGV[1]  token of the rebuild
-- ARGV[2]  milliseconds without a batch after which the rebuild has ended
-- ARGV[3]  '1' if the edition is to take no more updates
--
-- Returns the token with the history, or '' if another rebuild is under way.

local token = ARGV[1] .. ' ' .. history()
local other = redis.call('GET', KEYS[1])
if other and other ~= token and string.match(other, '%S+$') == history() then return '' end
redis.call('SET', KEYS[1], token, 'PX', ARGV[2])
redis.call('UNLINK', unpack(KEYS, 3))
if ARGV[3] == '1' then redis.call('SET', KEYS[2], 'rebuilt') end
return token
