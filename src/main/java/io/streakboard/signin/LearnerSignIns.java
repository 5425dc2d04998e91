package io.streakboard.signin;

import static java.time.temporal.TemporalAdjusters.previousOrSame;

import io.streakboard.identity.LearnerFacts;
import io.streakboard.signin.calendar.Calendars;
import io.streakboard.signin.calendar.StreakRules;
import io.streakboard.signin.journal.Journal;
import io.streakboard.signin.partition.Partitions;
import io.streakboard.time.BusinessTime;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** A learner's last days and streak, and sign-ins that have not reached MySQL yet. */
@Component
class LearnerSignIns implements LearnerFacts {

    record Parked(String id, Map<String, String> entry) {}

    /**
     * @param lastDay the last signed day
     * @param streak signed days in a row, as the learner's calendar tells it
     * @param since the first of the days that {@code days} and the lists after it are about
     * @param days signed days since then, those made up, those bridged by freezes, and those paused
     * @param degraded whether days may be missing
     * @param backlog unrecorded sign-ins in the learner's partition, also of other learners
     * @param parked parked sign-ins of the learner
     */
    record SignInFacts(
            boolean signedToday,
            @Nullable LocalDate lastDay,
            int signedDays,
            int streak,
            int longestStreak,
            boolean atRisk,
            LocalDate since,
            List<LocalDate> days,
            List<LocalDate> madeUpDays,
            List<LocalDate> frozenDays,
            List<LocalDate> pausedDays,
            boolean degraded,
            int partition,
            long backlog,
            List<Parked> parked) {}

    /** Fifteen whole weeks and this one. */
    private static final int WEEKS = 15;

    private final Calendars calendars;
    private final StreakRules streaks;
    private final Journal journal;
    private final ParkedSignIns parked;
    private final Partitions partitions;
    private final BusinessTime time;

    LearnerSignIns(
            Calendars calendars,
            StreakRules streaks,
            Journal journal,
            ParkedSignIns parked,
            Partitions partitions,
            BusinessTime time) {
        this.calendars = calendars;
        this.streaks = streaks;
        this.journal = journal;
        this.parked = parked;
        this.partitions = partitions;
        this.time = time;
    }

    @Override
    public String section() {
        return "signIns";
    }

    @Override
    public Object of(long learner) {
        var today = time.today();
        var since = today.minusWeeks(WEEKS).with(previousOrSame(DayOfWeek.MONDAY));
        var calendar = calendars.since(learner, since);
        var days = calendar.days();
        int partition = partitions.of(learner);
        return new SignInFacts(
                calendar.isSigned(today),
                days.isEmpty() ? null : days.getLast(),
                calendar.signedDays(),
                streaks.current(calendar, today),
                streaks.longest(calendar),
                streaks.isAtRisk(calendar, today),
                since,
                from(since, days),
                from(since, calendar.madeUp()),
                from(since, calendar.frozen()),
                calendar.paused(since, today.plusYears(1)),
                calendar.degraded(),
                partition,
                journal.backlog(partition),
                parked(learner));
    }

    private static List<LocalDate> from(LocalDate since, List<LocalDate> days) {
        return days.stream().filter(day -> !day.isBefore(since)).toList();
    }

    private List<Parked> parked(long learner) {
        return parked.of(learner).stream()
                .limit(MOST)
                .map(entry -> new Parked(entry.id(), entry.shown()))
                .toList();
    }
}
