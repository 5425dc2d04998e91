package io.streakboard.signin;

import io.streakboard.signin.calendar.Calendar;
import io.streakboard.signin.calendar.SignInRules;
import io.streakboard.signin.calendar.StreakRules;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A learner's next pay, milestone and risk.
 *
 * @param nextPay the pay of the next sign-in: today's, or tomorrow's if the learner has signed in today
 * @param nextMilestone the milestone that the learner reaches next; null if there is none left
 * @param freezesLeft how many missed days freezes can still bridge
 * @param atRisk whether the streak is lost unless the learner signs in today
 */
record NextRewards(int nextPay, @Nullable Milestone nextMilestone, int freezesLeft, boolean atRisk) {

    /**
     * @param streak the required streak
     * @param points its pay
     * @param daysLeft how many more sign-ins in a row are needed
     */
    record Milestone(int streak, int points, int daysLeft) {}

    /**
     * @param rules of the day of the next sign-in
     */
    static NextRewards of(Calendar calendar, StreakRules streaks, SignInRules rules, LocalDate today) {
        var next = nextDay(calendar, today);
        int streak = streaks.current(calendar, next) + 1;
        int longest = streaks.longestBefore(calendar, next);
        int milestones = rules.milestones().entrySet().stream()
                .filter(milestone -> longest < milestone.getKey() && milestone.getKey() <= streak)
                .mapToInt(milestone -> milestone.getValue())
                .sum();
        return new NextRewards(
                rules.step(streak, calendar.signedDays()) + milestones,
                nextMilestone(rules, longest, streak),
                Math.max(0, streaks.freezesLeft(calendar, today)),
                streaks.isAtRisk(calendar, today));
    }

    /** The day of the next sign-in. */
    static LocalDate nextDay(Calendar calendar, LocalDate today) {
        return calendar.isSigned(today) ? today.plusDays(1) : today;
    }

    private static @Nullable Milestone nextMilestone(SignInRules rules, int longest, int next) {
        return rules.milestones().entrySet().stream()
                .filter(milestone -> milestone.getKey() > longest)
                .min(Map.Entry.comparingByKey())
                .map(milestone ->
                        new Milestone(milestone.getKey(), milestone.getValue(), milestone.getKey() - next + 1))
                .orElse(null);
    }

    /** How many days of a month can still be made up: 0 if the whole month is outside the window. */
    static int makeUpsLeft(SignInRules.MakeUps rules, YearMonth month, int used, LocalDate today) {
        boolean open =
                month.atDay(1).isBefore(today) && !month.atEndOfMonth().isBefore(today.minusDays(rules.window()));
        return open ? Math.max(0, rules.quota() - used) : 0;
    }
}
