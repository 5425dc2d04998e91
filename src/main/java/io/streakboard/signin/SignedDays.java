package io.streakboard.signin;

import static java.util.stream.Collectors.toMap;

import io.streakboard.signin.calendar.Calendar;
import io.streakboard.signin.calendar.Calendars;
import io.streakboard.signin.calendar.Months;
import io.streakboard.signin.calendar.StreakRules;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** The numbers of days that learners have signed, many learners at a time. */
@Component
public class SignedDays {

    /** @param days number of days ever signed, including made-up ones */
    public record DayTotals(int days, int longestStreak) {}

    private final Calendars calendars;
    private final StreakRules streaks;
    private final Months months;

    SignedDays(Calendars calendars, StreakRules streaks, Months months) {
        this.calendars = calendars;
        this.streaks = streaks;
        this.months = months;
    }

    /** Reads MySQL: {@link SignInsRecorded} announces changes. Learners without signed days are left out. */
    public Map<Long, DayTotals> of(Collection<Long> learners) {
        return calendars.recorded(learners).entrySet().stream()
                .collect(toMap(Map.Entry::getKey, each -> figures(each.getValue())));
    }

    /** The next page of learners who have ever signed in, by id. */
    public List<Long> learnersAfter(long learner, int limit) {
        return months.learnersAfter(learner, LocalDate.EPOCH, limit);
    }

    private DayTotals figures(Calendar calendar) {
        return new DayTotals(calendar.signedDays(), streaks.longest(calendar));
    }
}
