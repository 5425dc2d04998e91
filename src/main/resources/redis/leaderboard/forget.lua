-- Forgets a configuration after the boards have been compared, unless an instance has written by it meanwhile.
--
-- KEYS[1]  hash: notes by configuration
-- ARGV[1]  configuration
-- ARGV[2]  its notes before the comparison
--
-- Returns 1 if it is forgotten, else 0.

if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
return redis.call('HDEL', KEYS[1], ARGV[1])
