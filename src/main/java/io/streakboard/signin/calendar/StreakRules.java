package io.streakboard.signin.calendar;

import io.streakboard.signin.calendar.SignInRules.Freezes;
import io.streakboard.time.BusinessTime;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Counts streaks in a calendar that has been read. The scripts count in the same way, see {@code days.lua}. */
@Component
public class StreakRules {

    /** How long a freeze counts against the quota, in days. */
    private static final int FREEZES_LAST = 30;

    private static final int LONGEST_MONTH = 31;

    private final SignInSection rules;
    private final Set<LocalDate> skipped;

    StreakRules(SignInSection rules, BusinessTime time) {
        this.rules = rules;
        this.skipped = time.skippedDays();
    }

    /** Signed days in a row up to today, or up to yesterday while today is still open. */
    public int current(Calendar calendar, LocalDate today) {
        var earliest = monthlyReset() ? today.withDayOfMonth(1) : LocalDate.MIN;
        var day = calendar.isSigned(today) ? today : lastCountingDay(calendar, today);
        return run(calendar, day, earliest);
    }

    /**
     * Whether the learner loses the streak by not signing in today: neither a pause nor a freeze holds it until
     * tomorrow. A streak that ends with its month is not at risk, as a sign-in does not save it.
     */
    public boolean isAtRisk(Calendar calendar, LocalDate today) {
        var tomorrow = today.plusDays(1);
        return !calendar.isSigned(today)
                && current(calendar, today) > 0
                && crosses(today, tomorrow)
                && current(calendar, tomorrow) == 0;
    }

    /** Signed days in a row up to a day, counting no day before the earliest. */
    private int run(Calendar calendar, LocalDate last, LocalDate earliest) {
        var summary = calendar.summary();
        int streak = 0;
        for (var day = last; !day.isBefore(earliest); day = day.minusDays(1)) {
            if (summary != null && summary.has(day)) {
                return streak + summary.run();
            }
            if (calendar.isSigned(day)) {
                streak++;
            } else if (!isPassedOver(calendar, day)) {
                break;
            }
        }
        return streak;
    }

    /** Whether an unsigned day does not break a streak. Freezes count only while they are on. */
    private boolean isPassedOver(Calendar calendar, LocalDate day) {
        return !withoutFreezes() && calendar.isFrozen(day) || !isMissed(calendar, day);
    }

    /** Whether an unsigned day was missed: it is in no pause, and the zone did not skip it. */
    private boolean isMissed(Calendar calendar, LocalDate day) {
        return !skipped.contains(day) && !calendar.isPaused(day);
    }

    /**
     * The signed day before a gap that freezes will bridge if the learner signs in today, else yesterday.
     */
    private LocalDate lastCountingDay(Calendar calendar, LocalDate today) {
        int longestGap = Math.min(freezesLeft(calendar, today), freezes().longestGap());
        int missed = 0;
        for (var day = today.minusDays(1); missed <= longestGap; day = day.minusDays(1)) {
            if (calendar.isSigned(day)) {
                return day;
            }
            missed += isMissed(calendar, day) ? 1 : 0;
        }
        return today.minusDays(1);
    }

    private boolean monthlyReset() {
        return rules.current().monthlyReset();
    }

    private Freezes freezes() {
        return rules.current().freezes();
    }

    /** Whether freezes are off, so that a streak has no gaps. */
    boolean withoutFreezes() {
        return freezes().quota() == 0;
    }

    /**
     * The days before today that indicate a streak of a length. Without freezes a streak has all of them, in one month;
     * with freezes it has at least one. A learner back from a pause may have fewer.
     */
    List<LocalDate> indicatingDays(LocalDate today, int length) {
        var before = Stream.iterate(today.minusDays(1), day -> day.minusDays(1)).filter(day -> !skipped.contains(day));
        if (!withoutFreezes()) {
            return before.limit(freezes().longestGap() + 1L).toList();
        }
        var days = before.limit(Math.min(length, LONGEST_MONTH)).toList();
        var month = YearMonth.from(days.getFirst());
        return days.stream().filter(day -> YearMonth.from(day).equals(month)).toList();
    }

    /** The number of missed days that freezes can bridge for a sign-in today. */
    public int freezesLeft(Calendar calendar, LocalDate today) {
        if (freezes().quota() == 0) {
            return 0;
        }
        long spent = today.minusDays(FREEZES_LAST)
                .datesUntil(today)
                .filter(calendar::isFrozen)
                .count();
        return freezes().quota() - (int) spent;
    }

    /** The longest streak so far, which decides whether a sign-in reaches a milestone for the first time. */
    public int longestBefore(Calendar calendar, LocalDate day) {
        return longest(monthlyReset() ? calendar.month(YearMonth.from(day)) : calendar);
    }

    /** Whether a streak may go on from one day to the next: with a monthly reset only within a month. */
    private boolean crosses(LocalDate day, LocalDate next) {
        return !monthlyReset() || YearMonth.from(day).equals(YearMonth.from(next));
    }

    public int longest(Calendar calendar) {
        var summary = calendar.summary();
        int longest = summary == null ? 0 : summary.longest();
        int run = summary == null ? 0 : summary.run();
        var previous = summary == null ? null : summary.lastDay();
        for (var day : calendar.days()) {
            run = continues(calendar, previous, day) ? run + 1 : 1;
            longest = Math.max(longest, run);
            previous = day;
        }
        return longest;
    }

    private boolean continues(Calendar calendar, @Nullable LocalDate previous, LocalDate day) {
        if (previous == null || monthlyReset() && !YearMonth.from(previous).equals(YearMonth.from(day))) {
            return false;
        }
        var next = previous.plusDays(1);
        return next.equals(day) || next.datesUntil(day).allMatch(missed -> isPassedOver(calendar, missed));
    }

    /**
     * The summary that Redis keeps of a calendar when its years are archived.
     *
     * @param calendar a calendar that ends with the given year
     */
    ArchiveSummary archive(Calendar calendar, int year) {
        int run = monthlyReset() ? 0 : run(calendar, LocalDate.of(year, 12, 31), LocalDate.MIN);
        return new ArchiveSummary(year, run, longest(calendar), calendar.days().size());
    }
}
