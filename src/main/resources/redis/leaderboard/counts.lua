-- Counts the members with scores in each range, with ranking.lua in front.
--
-- KEYS[1..6], ARGV[1..5]  see ranking.lua
-- ARGV[6], ...  the worst and the best value of each range
--
-- Returns {1 if the edition is complete else 0, number of ranked members in each range, ...}.

local counts = {complete()}
for i = 6, #ARGV, 2 do
  local better = count_from(shown, '(' .. ARGV[i + 1])
  counts[#counts + 1] = math.max(math.min(count_from(shown, ARGV[i]), total()) - better, 0)
end
return counts
