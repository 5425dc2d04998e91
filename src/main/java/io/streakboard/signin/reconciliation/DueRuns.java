package io.streakboard.signin.reconciliation;

import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.signin.reconciliation.RunHistory.RunKind;
import io.streakboard.time.BusinessTime;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Begins the runs that are due: a rebuild of the partitions that Redis has lost, and once a day a comparison of the
 * last two months. It reads the history of runs, not the clock alone, so a missed run is caught up.
 */
@Component
class DueRuns {

    /** 1 while bitmaps may have gaps, else 0. */
    static final String DEGRADED = "streakboard.signin.degraded";

    /** Days that the last comparison of all learners found on one side only and did not repair. */
    static final String DRIFT = "streakboard.signin.drift";

    private final Reconciler reconciler;
    private final RunHistory runs;
    private final MarkChecks marks;
    private final ReconciliationProperties properties;
    private final BusinessTime time;

    DueRuns(
            Reconciler reconciler,
            RunHistory runs,
            MarkChecks marks,
            ReconciliationProperties properties,
            BusinessTime time,
            MeterRegistry metrics) {
        this.reconciler = reconciler;
        this.runs = runs;
        this.marks = marks;
        this.properties = properties;
        this.time = time;
        metrics.gauge(DEGRADED, marks, all -> all.missing().isEmpty() ? 0 : 1);
        metrics.gauge(
                DRIFT,
                runs,
                all -> all.lastOfAll().map(run -> run.drift().left()).orElse(0L));
    }

    @Scheduled(fixedRateString = "${streakboard.signin.check-interval:5s}")
    @SchedulerLock(name = "look-after-bitmaps")
    void run() {
        LockAssert.assertLocked();
        var missing = marks.missing();
        if (!missing.isEmpty()) {
            reconciler.restore(missing);
        } else if (due()) {
            reconciler.begin(RunKind.DAILY, RunTarget.ALL);
        }
    }

    private boolean due() {
        var earliest = time.now().minus(properties.reconcileEvery());
        return runs.lastRepair()
                .filter(run -> run.startedAt().isAfter(earliest))
                .isEmpty();
    }
}
