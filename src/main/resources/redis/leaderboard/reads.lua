-- Answers many questions about an edition at one moment, with ranking.lua in front, and after it the scripts that read
-- as functions of their arguments: local reads = {page = function(ARGV) ... end, ...}. One script, so that readers who
-- wait at the same moment share a round trip.
--
-- KEYS[1..6]     see ranking.lua
-- ARGV[1..n]     what all scripts have in common
-- ARGV[n+1 ...]  for each question the name of the script, how many arguments it gets besides, and these
-- ARGV[last]     n
--
-- Returns {shape, leaf, leaf, ...}: what the scripts return, in the order of questions, without the lists in it. The shape
-- says where they are: '(' and ')' are around a list, and '.' is a leaf. Redis 6.2 would write each list by itself, a
-- packet for each.

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

local type = type
local shape, flat, size = {}, {''}, 1

local function flatten(list)
  local before = size
  shape[#shape + 1] = '('
  for i = 1, #list do
    local each = list[i]
    if type(each) == 'table' then
      shape[#shape + 1] = string.rep('.', size - before)
      flatten(each)
      before = size
    else
      size = size + 1
      flat[size] = each
    end
  end
  shape[#shape + 1] = string.rep('.', size - before) .. ')'
end

flatten(answers)
flat[1] = table.concat(shape)
return flat
