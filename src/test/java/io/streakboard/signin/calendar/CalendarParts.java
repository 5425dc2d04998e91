package io.streakboard.signin.calendar;

import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.streakboard.identity.DeletedLearners;
import io.streakboard.identity.privacy.LearnerPauses;
import io.streakboard.identity.privacy.Pauses;
import io.streakboard.redis.ClusterRetry;
import io.streakboard.redis.KeyScan;
import io.streakboard.redis.Pipeline;
import io.streakboard.signin.Settings;
import io.streakboard.signin.partition.Partitions;
import io.streakboard.time.BusinessTime;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The calendar's parts, wired by hand for other settings than the application's. */
public final class CalendarParts {

    /** No learner has paused, unless a test says so. */
    public final LearnerPauses pauses = mock(LearnerPauses.class);

    public final Pipeline pipeline;
    public final CalendarProperties properties;
    public final CalendarKeys keys;
    public final Bitmaps bitmaps;
    public final StreakRules streaks;
    public final Archive archive;
    public final OldYears oldYears;
    public final Restoration restoration;
    public final Calendars calendars;

    public CalendarParts(
            StringRedisTemplate redis, Months months, Partitions partitions, BusinessTime time, String... settings) {
        this(
                redis,
                months,
                partitions,
                time,
                Settings.of(CalendarProperties.class, settings),
                Settings.of(SignInRules.class, settings));
    }

    public CalendarParts(
            StringRedisTemplate redis,
            Months months,
            Partitions partitions,
            BusinessTime time,
            CalendarProperties properties,
            SignInRules rules) {
        when(pauses.of(any())).thenReturn(Pauses.NONE);
        this.properties = properties;
        pipeline = new Pipeline(redis, new ClusterRetry(Duration.ofSeconds(5)));
        keys = new CalendarKeys(properties, partitions);
        bitmaps = new Bitmaps(redis, pipeline, new KeyScan(redis), keys, partitions);
        streaks = new StreakRules(new FixedSignInRules(rules), time);
        archive = new Archive(pipeline, months, keys, streaks, properties, pauses);
        oldYears = new OldYears(pipeline, bitmaps, archive, months, keys, properties);
        restoration = new Restoration(months, bitmaps, properties, time, missed -> {});
        calendars = new Calendars(bitmaps, months, restoration, properties, time, pauses);
    }

    public OpenStreaks openStreaks(Months months, DeletedLearners deleted, LearnerPauses real, BusinessTime time) {
        return new OpenStreaks(months, calendars, streaks, deleted, real, time);
    }

    public static StreakRules streaks(SignInRules rules) {
        return new StreakRules(new FixedSignInRules(rules), new BusinessTime(Clock.systemUTC(), ZoneOffset.UTC));
    }
}
