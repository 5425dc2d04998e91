-- Marks an edition as complete that nobody has a score on yet.
--
-- KEYS[1]  mark: the edition is complete
-- ARGV[1]  milliseconds until the mark expires, '' if it does not
--
-- Returns 1.

redis.call('SET', KEYS[1], string.match(redis.call('INFO', 'server'), 'run_id:(%x+)'))
if ARGV[1] ~= '' then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return 1
