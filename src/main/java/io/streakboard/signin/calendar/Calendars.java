package io.streakboard.signin.calendar;

import static java.util.Objects.requireNonNull;

import io.streakboard.identity.privacy.LearnerPauses;
import io.streakboard.signin.calendar.Bitmaps.Stored;
import io.streakboard.time.BusinessTime;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Learners' calendars. They are read from Redis in one round trip, and also from MySQL if Redis is incomplete. */
@Component
public class Calendars {

    private final Bitmaps bitmaps;
    private final Months months;
    private final Restoration restoration;
    private final CalendarProperties properties;
    private final BusinessTime time;
    private final LearnerPauses pauses;

    Calendars(
            Bitmaps bitmaps,
            Months months,
            Restoration restoration,
            CalendarProperties properties,
            BusinessTime time,
            LearnerPauses pauses) {
        this.bitmaps = bitmaps;
        this.months = months;
        this.restoration = restoration;
        this.properties = properties;
        this.time = time;
        this.pauses = pauses;
    }

    /** A calendar for streaks: archived years are only a summary. */
    public Calendar of(long learner) {
        return since(learner, time.today());
    }

    /** All days ever signed. Fails while MySQL does not answer, as days would be missing. */
    public Calendar whole(long learner) {
        return calendar(learner, stored(learner))
                .completedBy(months.read(
                        List.of(learner), properties.firstDay(), time.today().plusYears(1)));
    }

    /** All days since a day. Earlier years may be only a summary. */
    public Calendar since(long learner, LocalDate from) {
        var stored = stored(learner);
        var calendar = calendar(learner, stored);
        return stored.has(from)
                ? calendar
                : restoration.recorded(learner).map(calendar::completedBy).orElseGet(calendar::withGaps);
    }

    /** As {@link #of(long)}, for many learners in few round trips. */
    public Map<Long, Calendar> of(List<Long> learners) {
        var today = time.today();
        var stored = bitmaps.read(learners, properties.firstYear(), today.getYear());
        var gaps = learners.stream()
                .filter(learner -> !requireNonNull(stored.get(learner)).has(today))
                .toList();
        var recorded = gaps.isEmpty() ? Optional.of(Map.<LearnerYear, YearBits>of()) : restoration.recorded(gaps);
        var calendars = new HashMap<Long, Calendar>();
        stored.forEach((learner, bits) -> {
            var calendar = calendar(learner, bits);
            calendars.put(learner, recorded.isEmpty() && !bits.has(today) ? calendar.withGaps() : calendar);
        });
        recorded.orElseGet(Map::of)
                .forEach((year, bits) -> calendars.computeIfPresent(
                        year.learner(), (learner, calendar) -> calendar.completedBy(Map.of(year, bits))));
        return calendars;
    }

    /** Whole calendars from MySQL. Days still in the journal are missing, and so are learners without any days. */
    public Map<Long, Calendar> recorded(Collection<Long> learners) {
        var years = new HashMap<Long, Map<LearnerYear, YearBits>>();
        months.read(learners, properties.firstDay(), time.today().plusYears(1))
                .forEach((year, bits) -> years.computeIfAbsent(year.learner(), learner -> new HashMap<>())
                        .put(year, bits));
        var calendars = new HashMap<Long, Calendar>();
        years.forEach((learner, all) -> calendars.put(learner, Calendar.of(all, pauses.of(learner))));
        return calendars;
    }

    private Calendar calendar(long learner, Stored stored) {
        return new Calendar(stored.years(), stored.summary(), false, pauses.of(learner));
    }

    private Stored stored(long learner) {
        return bitmaps.read(learner, properties.firstYear(), time.today().getYear());
    }

    /** Deletes a learner's days in Redis and in MySQL. */
    public void erase(long learner) {
        bitmaps.erase(learner, properties.firstYear(), time.today().getYear());
        months.erase(learner);
    }
}
