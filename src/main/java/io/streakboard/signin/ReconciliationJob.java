package io.streakboard.signin;

import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.signin.ReconciliationRuns.Kind;
import io.streakboard.time.BusinessTime;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Rebuilds bitmaps that Redis has lost, and compares what is recent once a day. It asks what is due, so that what was
 * missed is caught up.
 */
@Component
class ReconciliationJob {

    /** 1 while bitmaps may have gaps, else 0. */
    static final String DEGRADED = "streakboard.signin.degraded";

    /** Days that the last comparison of all learners found on one side only and did not put right. */
    static final String DRIFT = "streakboard.signin.drift";

    private final Reconciler reconciler;
    private final ReconciliationRuns runs;
    private final CompletenessMark mark;
    private final SignInProperties properties;
    private final BusinessTime time;

    ReconciliationJob(
            Reconciler reconciler,
            ReconciliationRuns runs,
            CompletenessMark mark,
            SignInProperties properties,
            BusinessTime time,
            MeterRegistry metrics) {
        this.reconciler = reconciler;
        this.runs = runs;
        this.mark = mark;
        this.properties = properties;
        this.time = time;
        metrics.gauge(DEGRADED, mark, all -> all.missing() > 0 ? 1 : 0);
        metrics.gauge(
                DRIFT,
                runs,
                all -> all.lastOfAll().map(run -> run.drift().left()).orElse(0L));
    }

    @Scheduled(fixedRateString = "${streakboard.signin.check-interval:5s}")
    @SchedulerLock(name = "look-after-bitmaps")
    void run() {
        LockAssert.assertLocked();
        runs.endSilentSince(time.now().minus(Reconciler.LOCKED));
        if (mark.missing() > 0) {
            reconciler.begin(Kind.REBUILD, null);
        } else if (due()) {
            reconciler.begin(Kind.DAILY, null);
        }
    }

    private boolean due() {
        var earliest = time.now().minus(properties.reconcileEvery());
        return runs.lastRepair()
                .filter(run -> run.startedAt().isAfter(earliest))
                .isEmpty();
    }
}
