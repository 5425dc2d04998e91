-- The call and the results of the scripts that sign a day. sign_in.lua, make_up.lua and journal_again.lua all have
-- these keys and arguments, and use only the names given here. The text of a script consists of the result codes
-- (ScriptResult.java), the configured rules (ScriptRules.java), call.lua, three levels that each use the previous ones,
-- and the script itself:
--
--   days.lua     which days are signed, and how many in a row
--   pay.lua      what a day pays
--   answers.lua  the stored answer and the journal entry of a sign-in
--
-- sign_in.lua has again.lua between call.lua and days.lua.
--
-- KEYS[1]        journal of the partition (stream)
-- KEYS[2]        answers of the day (hash: learner -> "points order", "points order milestone" or "points order milestone
--                streak longest extent")
-- KEYS[3]        count of the day's sign-ins (string)
-- KEYS[4]        bitmap of the days made up in the day's year
-- KEYS[5]        mark of the partition: its bitmaps have all days in MySQL
-- KEYS[6]        summaries of archived years (hash: learner -> "last year, streak at its end, longest, days")
-- KEYS[7], ...   bitmaps of signed days, a year each, the latest first; with freezes the year's bitmap of bridged days
--                follows each
-- ARGV[1]        learner
-- ARGV[2]        day, yyyy-MM-dd
-- ARGV[3]        time of the sign-in, milliseconds since the epoch
-- ARGV[4]        first byte of the learner's bits in the bitmaps
-- ARGV[5]        position of the day's year among the years, from 1
-- ARGV[6]        day of that year, from 0
-- ARGV[7]        days of its month before the day
-- ARGV[8]        days of its month after the day
-- ARGV[9]        1 if no earlier year has bits
-- ARGV[10]       1 to go on without the mark
-- ARGV[11]       the latest of the years
-- ARGV[12]       1 to tell the longest streak as well
-- ARGV[13]       1 to count the sign-in and keep its answer; 0 for days before yesterday that a service sends
-- ARGV[14]       key of the learner for the journal; empty where learners are known by their numbers
-- ARGV[15], ...  length in days of each year; then for each pause of the learner its first day and the day after its
--                last one, as numbers in the form of rules.skipped
--
-- rules = {ladder = {10, 20, 30, 50}, cycle = false, milestones = {[7] = 10}, monthly = false, freezes = 0,
--          longest_gap = 1, make_ups = 3, answers_kept = 172800, bitmap = 46, skipped = {[2011363] = true}}
--
-- rules.skipped has the days that the zone skipped, as year * 1000 + day of the year from 0; false if there are none.
--
-- A result is a list of numbers. If the first is one of these codes, the script has changed nothing:
--
--   MORE_YEARS       it needs the bits of more years
--   NO_MAKE_UP_LEFT  all make-ups of the month are used
--   INCOMPLETE       the mark is missing, so bits may be missing
--   ARCHIVED         it needs bits of archived years

local journal_key, answers_key, count_key, made_up_key = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local mark_key, archive_key, first_bitmap = KEYS[5], KEYS[6], 7
local learner, date, acted_at = ARGV[1], ARGV[2], ARGV[3]
local first_byte = tonumber(ARGV[4])
local y, d = tonumber(ARGV[5]), tonumber(ARGV[6])
local month_before, month_after = tonumber(ARGV[7]), tonumber(ARGV[8])
local all_years, without_mark = ARGV[9] == '1', ARGV[10] == '1'
local latest_year, tells_longest, keeps_answer = tonumber(ARGV[11]), ARGV[12] == '1', ARGV[13] == '1'
local learner_key, first_length = ARGV[14], 15

if not without_mark and redis.call('EXISTS', mark_key) == 0 then return {INCOMPLETE} end
