-- Opens a new edition: marks it as complete, before any member has a score on it, and notes its layout. history.lua
-- stands in front. A script, so that neither lacks its expiry.
--
-- KEYS[1]  mark: the edition is complete
-- KEYS[2]  note (string): the name of this mark
-- ARGV[1]  milliseconds until they expire, '' if they do not
--
-- Returns 1.

redis.call('SET', KEYS[1], history())
redis.call('SET', KEYS[2], KEYS[1])
if ARGV[1] ~= '' then
  for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[1]) end
end
return 1
