package io.streakboard.signin.calendar;

import io.streakboard.signin.partition.Partitions;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import java.util.List;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Support of tests of archived years. The clock says 2026, and Redis keeps three years: 2024 is the first. */
@IntegrationTest
public abstract class ArchivedYears {

    @Autowired
    protected StringRedisTemplate redis;

    @Autowired
    protected Months months;

    @Autowired
    protected Partitions partitions;

    @Autowired
    protected BusinessTime time;

    protected final long learner = Learners.next() * 1024; // a page of its own

    protected CalendarParts calendar(BitmapLayout layout) {
        return new CalendarParts(redis, months, partitions, time, "layout=" + layout);
    }

    protected boolean hasBits(CalendarParts calendar, int year) {
        return !calendar.bitmaps.read(List.of(new LearnerYear(learner, year))).isEmpty();
    }

    protected int longest(CalendarParts calendar) {
        return calendar.streaks.longest(calendar.calendars.of(learner));
    }
}
