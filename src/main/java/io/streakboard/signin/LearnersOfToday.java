package io.streakboard.signin;

import io.streakboard.signin.calendar.Months;
import io.streakboard.signin.calendar.OpenStreaks;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.TodayFigures;
import java.time.Duration;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** How many learners are active, new, and about to lose a streak. */
@Component
class LearnersOfToday implements TodayFigures {

    /**
     * @param active learners who signed any of the last seven days, today included
     * @param newToday learners whose first sign-in is today's
     * @param newYesterday likewise
     * @param atRisk streaks of two days or more that break unless their learners sign in today
     * @param atRiskMore whether there are more, which were not counted
     */
    record ActiveLearners(long active, long newToday, long newYesterday, long atRisk, boolean atRiskMore) {}

    private static final int ACTIVE_DAYS = 7;
    private static final int LEAST_STREAK = 2;

    /** The most pages that are counted, which bounds the cost. */
    private static final int PAGES = 10;

    private static final int PAGE = 1_000;

    private final Months months;
    private final SignInLog log;
    private final OpenStreaks streaks;
    private final BusinessTime time;

    LearnersOfToday(Months months, SignInLog log, OpenStreaks streaks, BusinessTime time) {
        this.months = months;
        this.log = log;
        this.streaks = streaks;
        this.time = time;
    }

    @Override
    public String section() {
        return "learners";
    }

    /** Counting active learners reads the month's rows. */
    @Override
    public Duration freshFor() {
        return Duration.ofMinutes(10);
    }

    @Override
    public ActiveLearners figures() {
        var today = time.today();
        int atRisk = 0;
        Long last = 0L;
        for (int page = 0; page < PAGES && last != null; page++) {
            var found = streaks.after(last, LEAST_STREAK, PAGE);
            atRisk += found.streaks().size();
            last = found.last();
        }
        return new ActiveLearners(
                months.countAny(Stream.iterate(today, day -> day.minusDays(1))
                        .limit(ACTIVE_DAYS)
                        .toList()),
                log.newcomers(today),
                log.newcomers(today.minusDays(1)),
                atRisk,
                last != null);
    }
}
