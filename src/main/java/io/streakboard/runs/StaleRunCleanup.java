package io.streakboard.runs;

import java.util.List;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Ends runs of long jobs that dead instances left. */
@Component
class StaleRunCleanup {

    private final ExclusiveJobRunner runs;
    private final List<LongJob<?>> jobs;

    StaleRunCleanup(ExclusiveJobRunner runs, List<LongJob<?>> jobs) {
        this.runs = runs;
        this.jobs = jobs;
    }

    @Scheduled(fixedRateString = "${streakboard.runs.check-interval:5s}")
    @SchedulerLock(name = "end-abandoned-runs")
    void run() {
        LockAssert.assertLocked();
        jobs.forEach(runs::cleanUp);
    }
}
