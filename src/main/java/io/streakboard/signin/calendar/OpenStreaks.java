package io.streakboard.signin.calendar;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.identity.privacy.LearnerPauses;
import io.streakboard.time.BusinessTime;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Streaks that their learners lose unless they sign in today. MySQL names candidates, from the rows of a month or two; the
 * calendar in Redis decides, because it has the latest sign-ins.
 */
@Component
public class OpenStreaks {

    /** The most queries to MySQL for candidates to fill a page. */
    private static final int MAX_QUERIES = 10;

    /**
     * @param streaks by learner, in the order of ids
     * @param last the last learner checked; null if there are no more
     * @param degraded whether days may be missing
     */
    public record StreakPage(
            Map<Long, Integer> streaks, @Nullable Long last, boolean degraded) {}

    private final Months months;
    private final Calendars calendars;
    private final StreakRules rules;
    private final DeletedLearners deleted;
    private final LearnerPauses pauses;
    private final BusinessTime time;

    OpenStreaks(
            Months months,
            Calendars calendars,
            StreakRules rules,
            DeletedLearners deleted,
            LearnerPauses pauses,
            BusinessTime time) {
        this.months = months;
        this.calendars = calendars;
        this.rules = rules;
        this.deleted = deleted;
        this.pauses = pauses;
        this.time = time;
    }

    /** The next page by id of learners with at least the given streak at risk; it may be short or empty. */
    public StreakPage after(long learner, int least, int limit) {
        var today = time.today();
        var days = rules.indicatingDays(today, least);
        var found = new LinkedHashMap<Long, Integer>();
        boolean degraded = false;
        long last = learner;
        for (int round = 0; round < MAX_QUERIES && found.size() < limit; round++) {
            int room = limit - found.size();
            var candidates = candidates(last, days, today, room);
            degraded |= addTo(found, candidates, least, today);
            if (candidates.size() < room) {
                return new StreakPage(found, null, degraded);
            }
            last = candidates.getLast();
        }
        return new StreakPage(found, last, degraded);
    }

    /** Learners back from a pause may lack some of the days, so they are candidates, too. */
    private List<Long> candidates(long last, List<LocalDate> days, LocalDate today, int limit) {
        var signed = months.signedAfter(last, days, rules.withoutFreezes(), today, limit);
        var returned = pauses.returned(last, days.getLast(), today, limit);
        return Stream.concat(signed.stream(), returned.stream())
                .distinct()
                .sorted()
                .limit(limit)
                .toList();
    }

    /** Returns whether days may be missing. */
    private boolean addTo(Map<Long, Integer> found, List<Long> candidates, int least, LocalDate today) {
        var some = calendars.of(
                candidates.stream().filter(each -> !deleted.contains(each)).toList());
        for (var learner : candidates) {
            var calendar = some.get(learner);
            if (calendar != null && rules.isAtRisk(calendar, today)) {
                int streak = rules.current(calendar, today);
                if (streak >= least) {
                    found.put(learner, streak);
                }
            }
        }
        return some.values().stream().anyMatch(Calendar::degraded);
    }
}
