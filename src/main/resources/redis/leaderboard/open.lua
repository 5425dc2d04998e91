-- Marks an edition without scores as complete. history.lua stands in front.
--
-- KEYS[1]  mark: the edition is complete
-- ARGV[1]  milliseconds until the mark expires, '' if it does not
--
-- Returns 1.

redis.call('SET', KEYS[1], history())
if ARGV[1] ~= '' then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return 1
