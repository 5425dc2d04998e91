package io.streakboard.signin;

import static java.util.stream.Collectors.toMap;

import io.streakboard.identity.LearnerFigures;
import io.streakboard.signin.calendar.Calendar;
import io.streakboard.signin.calendar.Calendars;
import io.streakboard.signin.calendar.StreakRules;
import io.streakboard.time.BusinessTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Streaks and signed days of many learners, from their calendars. */
@Component
class StreakFigures implements LearnerFigures {

    private static final String STREAK = "streak";
    private static final String SIGNED_TODAY = "signedToday";
    private static final String AT_RISK = "atRisk";
    private static final String SIGNED_DAYS = "signedDays";

    private final Calendars calendars;
    private final StreakRules streaks;
    private final BusinessTime time;

    StreakFigures(Calendars calendars, StreakRules streaks, BusinessTime time) {
        this.calendars = calendars;
        this.streaks = streaks;
        this.time = time;
    }

    @Override
    public Set<String> names() {
        return Set.of(STREAK, SIGNED_TODAY, AT_RISK, SIGNED_DAYS);
    }

    @Override
    public FigureValues of(List<Long> learners) {
        var found = calendars.of(learners);
        return new FigureValues(
                found.entrySet().stream().collect(toMap(Map.Entry::getKey, each -> figures(each.getValue()))),
                found.values().stream().anyMatch(Calendar::degraded));
    }

    private Map<String, @Nullable Object> figures(Calendar calendar) {
        var today = time.today();
        return Map.of(
                STREAK, streaks.current(calendar, today),
                SIGNED_TODAY, calendar.isSigned(today),
                AT_RISK, streaks.isAtRisk(calendar, today),
                SIGNED_DAYS, calendar.signedDays());
    }
}
