package io.streakboard.signin.calendar;

import io.streakboard.time.BusinessTime;
import io.streakboard.web.RateLimitedLogger;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Fills gaps in bitmaps from MySQL. After a failure it skips MySQL for some seconds (circuit breaker), because a
 * sign-in must not wait for a timeout.
 */
@Component
public class Restoration {

    private static final RateLimitedLogger log = new RateLimitedLogger(LoggerFactory.getLogger(Restoration.class));
    private static final Duration OPEN_FOR = Duration.ofSeconds(5);

    private final Months months;
    private final Bitmaps bitmaps;
    private final CalendarProperties properties;
    private final BusinessTime time;
    private final ApplicationEventPublisher events;
    private volatile long openUntil = System.nanoTime();

    Restoration(
            Months months,
            Bitmaps bitmaps,
            CalendarProperties properties,
            BusinessTime time,
            ApplicationEventPublisher events) {
        this.events = events;
        this.months = months;
        this.bitmaps = bitmaps;
        this.properties = properties;
        this.time = time;
    }

    /**
     * Sets the learners' bits from MySQL, after a script has missed the mark of completeness. Returns false and changes
     * nothing while MySQL does not answer.
     */
    public boolean restore(Collection<Long> learners) {
        events.publishEvent(new MarkMissed());
        var recorded = recorded(learners);
        recorded.ifPresent(bitmaps::merge);
        return recorded.isPresent();
    }

    /** A learner's years in MySQL; empty while it does not answer. */
    Optional<Map<LearnerYear, YearBits>> recorded(long learner) {
        return recorded(List.of(learner));
    }

    Optional<Map<LearnerYear, YearBits>> recorded(Collection<Long> learners) {
        if (System.nanoTime() - openUntil < 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    months.read(learners, properties.firstDay(), time.today().plusYears(1)));
        } catch (DataAccessException failure) {
            log.warn("Bitmaps have gaps that MySQL cannot fill at the moment", failure); // all waiting callers see it
            openUntil = System.nanoTime() + OPEN_FOR.toNanos();
            return Optional.empty();
        }
    }
}
