package io.streakboard.leagues;

import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Ends weeks that are over, the oldest first. Then enrolls learners of this week and merges small cohorts. */
@Component
@ConditionalOnBooleanProperty("streakboard.leagues.enabled")
class LeagueJob {

    /** Wait between the end of a week, its seal and its completeness check: earlier records are committed by then. */
    private static final Duration COMMIT_DELAY = Duration.ofMinutes(1);

    private final WeekTable weeks;
    private final WeekRollover rollover;
    private final Enrollment enrollment;
    private final CohortMerge merging;
    private final BusinessTime time;

    LeagueJob(WeekTable weeks, WeekRollover rollover, Enrollment enrollment, CohortMerge merging, BusinessTime time) {
        this.weeks = weeks;
        this.rollover = rollover;
        this.enrollment = enrollment;
        this.merging = merging;
        this.time = time;
    }

    @Scheduled(fixedRateString = "${streakboard.leagues.check-interval:10s}")
    @SchedulerLock(name = "look-after-leagues")
    void run() {
        LockAssert.assertLocked();
        for (var week : sealed(weeks.over(time.today()))) {
            if (!hasEnded(week)) {
                return; // the next weeks need the tiers of this one
            }
        }
        lookAfter(weeks.begun());
    }

    /** All at once: weeks that were over during an outage share one wait. */
    private List<Week> sealed(List<Week> over) {
        return over.stream()
                .map(week -> isLongAgo(time.startOf(week.next())) ? weeks.seal(week) : week)
                .toList();
    }

    private boolean hasEnded(Week week) {
        return week.sealedAt() != null && isLongAgo(week.sealedAt()) && rollover.end(week);
    }

    private boolean isLongAgo(Instant instant) {
        return time.now().isAfter(instant.plus(COMMIT_DELAY));
    }

    private void lookAfter(Week week) {
        if (!week.enrolled() && weeks.whileOpen(week, now -> now).isPresent()) {
            enrollment.enrollAll(week);
            weeks.enrolled(week);
        }
        if (time.today().isAfter(week.first())) {
            merging.merge(week);
        }
    }
}
