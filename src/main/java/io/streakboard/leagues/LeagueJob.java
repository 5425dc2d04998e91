package io.streakboard.leagues;

import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.Instant;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Ends weeks that are over, each over its own points, the oldest first. Then it looks after the seats of this week. */
@Component
@ConditionalOnBooleanProperty("streakboard.leagues.enabled")
class LeagueJob {

    /** Between the end of a week, its seal and its proof: what was recorded before is committed by then. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final WeekTable weeks;
    private final WeekRollover weekRollover;
    private final Enrollment enrollment;
    private final CohortMerge cohortMerge;
    private final OpenWeeks open;
    private final BusinessTime time;

    LeagueJob(
            WeekTable weeks,
            WeekRollover weekRollover,
            Enrollment enrollment,
            CohortMerge cohortMerge,
            OpenWeeks open,
            BusinessTime time) {
        this.weeks = weeks;
        this.weekRollover = weekRollover;
        this.enrollment = enrollment;
        this.cohortMerge = cohortMerge;
        this.open = open;
        this.time = time;
    }

    @Scheduled(fixedRateString = "${streakboard.leagues.check-interval:10s}")
    @SchedulerLock(name = "look-after-leagues")
    void run() {
        LockAssert.assertLocked();
        for (var week : weeks.over(time.today())) {
            if (!hasEnded(week)) {
                return; // the next weeks need the tiers of this one
            }
        }
        lookAfter(weeks.begun());
    }

    private boolean hasEnded(Week week) {
        if (!isLongAgo(time.startOf(week.next()))) {
            return false;
        }
        var sealed = weeks.seal(week);
        return sealed.sealedAt() != null && isLongAgo(sealed.sealedAt()) && weekRollover.end(sealed);
    }

    private boolean isLongAgo(Instant instant) {
        return time.now().isAfter(instant.plus(PATIENCE));
    }

    private void lookAfter(Week week) {
        if (!week.seated() && open.within(week, now -> now).isPresent()) {
            enrollment.seatAll(week);
            weeks.seated(week);
        }
        if (time.today().isAfter(week.first())) {
            cohortMerge.merge(week);
        }
    }
}
