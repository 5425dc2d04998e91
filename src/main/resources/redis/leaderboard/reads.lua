-- Answers many questions about an edition at one moment, with ranking.lua in front, and after it the scripts that read
-- as functions of their arguments: local reads = {page = function(ARGV) ... end, ...}. One script, so that readers who
-- wait at the same moment share a round trip.
--
-- KEYS[1..6]     see ranking.lua
-- ARGV[1..n]     what all scripts have in common
-- ARGV[n+1 ...]  for each question the name of the script, how many arguments it gets besides, and these
-- ARGV[last]     n
--
-- Returns what each script returns, in the order of questions.

once = {}
local answers, common = {}, tonumber(ARGV[#ARGV])
local at = common + 1
while at < #ARGV do
  local arguments, count = {}, tonumber(ARGV[at + 1])
  for i = 1, common do arguments[i] = ARGV[i] end
  for i = 1, count do arguments[common + i] = ARGV[at + 1 + i] end
  answers[#answers + 1] = reads[ARGV[at]](arguments)
  at = at + 2 + count
end
return answers
