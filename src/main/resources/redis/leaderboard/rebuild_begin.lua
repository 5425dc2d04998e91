-- Notes that an edition is being rebuilt, drops the remains of an earlier rebuild, and seals an edition that should
-- take no more updates. One step, so that no update comes in between. The note names the history of the master. If
-- Redis loses its data, the note is lost as well; if it continues with an older state, or the edition moves to another
-- master, the history differs and the note is void. history.lua stands in front.
--
-- KEYS[1]      mark: the edition is being rebuilt
-- KEYS[2]      mark: the edition is sealed
-- KEYS[3], ... the rebuilt keys, first the set
-- ARGV[1]  token of the rebuild
-- ARGV[2]  milliseconds without a batch after which the rebuild has ended
-- ARGV[3]  '1' to seal the edition
-- ARGV[4]  milliseconds until the rebuilt keys expire, '' if they do not
-- ARGV[5], ... the worst value of each set but the first, rising, if the rebuilt ranking is divided
--
-- Returns the token with the history, or '' if another rebuild is under way.

local token = ARGV[1] .. ' ' .. history()
local other = redis.call('GET', KEYS[1])
if other and other ~= token and string.match(other, '%S+$') == history() then return '' end
redis.call('SET', KEYS[1], token, 'PX', ARGV[2])
redis.call('UNLINK', unpack(KEYS, 3))
if #ARGV > 4 then
  local cuts = {}
  for i = 5, #ARGV do cuts[i - 4] = tonumber(ARGV[i]) end
  redis.call('SET', KEYS[3] .. ':buckets', cmsgpack.pack(cuts))
  if ARGV[4] ~= '' then redis.call('PEXPIRE', KEYS[3] .. ':buckets', ARGV[4]) end
end
if ARGV[3] == '1' then redis.call('SET', KEYS[2], 'rebuilt') end
return token
