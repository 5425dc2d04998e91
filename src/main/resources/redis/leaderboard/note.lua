-- Notes the layout of a new edition. A script, so that the note never lacks its expiry.
--
-- KEYS[1]  note (string): the names of the marks of completeness
-- ARGV[1]  these names
-- ARGV[2]  milliseconds until the note expires, '' if it does not
--
-- Returns 1.

redis.call('SET', KEYS[1], ARGV[1])
if ARGV[2] ~= '' then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 1
