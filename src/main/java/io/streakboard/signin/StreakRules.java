package io.streakboard.signin;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** How streaks are counted: as {@code calendar.lua} does, for a calendar that has been read. */
@Component
class StreakRules {

    /** How long a freeze counts against the quota, in days. */
    private static final int FREEZES_LAST = 30;

    private final boolean monthlyReset;
    private final SignInProperties.Freezes freezes;

    StreakRules(SignInProperties properties) {
        this.monthlyReset = properties.monthlyReset();
        this.freezes = properties.freezes();
    }

    /** Signed days in a row up to today, or up to yesterday while today is still open. */
    int current(Calendar calendar, LocalDate today) {
        var earliest = monthlyReset ? today.withDayOfMonth(1) : LocalDate.MIN;
        var day = calendar.signed(today) ? today : lastThatCounts(calendar, today);
        return run(calendar, day, earliest);
    }

    /** Signed days in a row up to a day, not before another. */
    private static int run(Calendar calendar, LocalDate last, LocalDate earliest) {
        var archived = calendar.archived();
        int streak = 0;
        for (var day = last; !day.isBefore(earliest); day = day.minusDays(1)) {
            if (archived != null && archived.has(day)) {
                return streak + archived.run();
            }
            if (calendar.signed(day)) {
                streak++;
            } else if (!calendar.frozen().contains(day)) {
                break;
            }
        }
        return streak;
    }

    /** Yesterday, or the day before a gap that freezes will bridge if the learner signs in today. */
    private LocalDate lastThatCounts(Calendar calendar, LocalDate today) {
        int left = freezesLeft(calendar, today);
        for (int gap = 1; gap <= Math.min(left, freezes.longestGap()); gap++) {
            if (calendar.signed(today.minusDays(gap))) {
                break;
            }
            if (calendar.signed(today.minusDays(gap + 1))) {
                return today.minusDays(gap + 1);
            }
        }
        return today.minusDays(1);
    }

    /** How many missed days freezes can bridge for a sign-in of today. */
    int freezesLeft(Calendar calendar, LocalDate today) {
        return freezes.quota()
                - calendar.frozen().subSet(today.minusDays(FREEZES_LAST), today).size();
    }

    int longest(Calendar calendar) {
        var archived = calendar.archived();
        int longest = archived == null ? 0 : archived.longest();
        int run = archived == null ? 0 : archived.run();
        var previous = archived == null ? null : archived.lastDay();
        for (var day : calendar.days()) {
            run = continues(calendar, previous, day) ? run + 1 : 1;
            longest = Math.max(longest, run);
            previous = day;
        }
        return longest;
    }

    /** What is to be kept of a calendar's years up to one. */
    Archived archive(Calendar calendar, int year) {
        var last = LocalDate.of(year, 12, 31);
        var days = calendar.days().headSet(last, true);
        var frozen = freezes.quota() > 0 ? calendar.frozen() : new TreeSet<LocalDate>();
        var until = new Calendar(days, calendar.madeUp(), frozen);
        return new Archived(year, monthlyReset ? 0 : run(until, last, LocalDate.MIN), longest(until), days.size());
    }

    private boolean continues(Calendar calendar, @Nullable LocalDate previous, LocalDate day) {
        return previous != null
                && (!monthlyReset || YearMonth.from(previous).equals(YearMonth.from(day)))
                && previous.plusDays(1).datesUntil(day).allMatch(calendar.frozen()::contains);
    }
}
