-- Forgets that an edition is complete that is kept in another way by now, and lets its keys expire. One step: a rebuild
-- that is swapped in before it loses its mark, so it is built again; one that comes after has keys that do not expire.
--
-- KEYS[1]       mark: the edition is complete
-- KEYS[2], ...  what it shows, and what a rebuild has built that may have died
-- ARGV[1]       milliseconds until these keys expire; '' if they have a time of their own
--
-- Returns 1.

redis.call('DEL', KEYS[1])
if ARGV[1] ~= '' then
  for i = 2, #KEYS do redis.call('PEXPIRE', KEYS[i], ARGV[1]) end
end
return 1
