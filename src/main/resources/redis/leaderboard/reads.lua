-- Answers many questions about an edition at one moment, with ranking.lua in front, and after it the scripts that read
-- as functions of their arguments: local reads = {page = function(ARGV) ... end, ...}. One script, so that concurrent
-- readers share a round trip.
--
-- KEYS[1..6]    see ranking.lua
-- ARGV[1..5]    see ranking.lua
-- ARGV[6], ...  for each question the name of the script, how many arguments it gets besides, and these
--
-- Returns what the scripts return, in the order of questions, as one string in the format of MessagePack. Redis and its
-- clients would handle each element of a list by itself, and Redis 6.2 would write each list in it as a packet.

once = {}
local answers = {}
local at = 6
while at < #ARGV do
  local last = at + 1 + ARGV[at + 1]
  answers[#answers + 1] = reads[ARGV[at]]({ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], unpack(ARGV, at + 2, last)})
  at = last + 1
end
return cmsgpack.pack(answers)
