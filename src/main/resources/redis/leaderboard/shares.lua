-- Reads the last member within the top N percent, with ranking.lua in front.
--
-- KEYS[1..6], ARGV[1..5]  see ranking.lua
-- ARGV[6], ...  percents, in thousandths
--
-- Returns {1 if the edition is complete else 0, rank, value, rank, value, ...}, without ranks if no member is ranked.

local members = total()
local shares = {complete()}
if members == 0 then return shares end
for i = 6, #ARGV do
  local index = math.max(math.ceil(members * ARGV[i] / 100000), 1) - 1
  local value = range(shown, index, index)[2]
  shares[#shares + 1] = rank_at(index, value)
  shares[#shares + 1] = value
end
return shares
