-- Gives up the former layout of an edition: removes its mark of completeness and lets its keys expire. One step, so
-- that a rebuild swapped in before it loses its mark and begins again, and a later one has keys that do not expire.
--
-- KEYS[1]       mark: the edition is complete
-- KEYS[2], ...  the ranking, and the remains of a dead rebuild
-- ARGV[1]       milliseconds until these keys expire; '' if they have their own expiry
--
-- Returns 1.

redis.call('DEL', KEYS[1])
if ARGV[1] ~= '' then
  for i = 2, #KEYS do redis.call('PEXPIRE', KEYS[i], ARGV[1]) end
end
return 1
