-- Answers many questions about an edition at one moment. In front are ranking.lua and the reading scripts as functions
-- of their arguments: local reads = {page = function(ARGV) ... end, ...}. One script, so that concurrent readers share
-- a round trip.
--
-- KEYS[1..6], ARGV[1..5]  see ranking.lua
-- ARGV[6], ...  for each question the name of the script, the number of its own arguments, and these
--
-- Returns the results of the scripts, in the order of questions, as one string in MessagePack. In a list Redis and its
-- clients would handle each element separately, and Redis 6.2 would write each nested list as a packet.

once = {}
local answers = {}
local at = 6
while at < #ARGV do
  local last = at + 1 + ARGV[at + 1]
  answers[#answers + 1] = reads[ARGV[at]]({ARGV[1], ARGV[2], ARGV[3], ARGV[4], ARGV[5], unpack(ARGV, at + 2, last)})
  at = last + 1
end
return cmsgpack.pack(answers)
