package io.streakboard.imports;

import io.streakboard.time.BusinessTime;
import java.time.Duration;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Closes the runs of instances that died: their progress stands still. */
@Component
class InterruptedImports {

    private static final Duration STANDS_STILL = Duration.ofMinutes(15);

    private final ImportRuns runs;
    private final BusinessTime time;

    InterruptedImports(ImportRuns runs, BusinessTime time) {
        this.runs = runs;
        this.time = time;
    }

    @Scheduled(fixedRateString = "1m")
    @SchedulerLock(name = "close-interrupted-imports")
    void close() {
        LockAssert.assertLocked();
        var now = time.now();
        for (var run : runs.findByStateAndUpdatedAtBefore(ImportRun.State.RUNNING, now.minus(STANDS_STILL))) {
            run.fail(now, "its instance was stopped; import the file again, what was counted is not counted twice");
            runs.save(run);
        }
    }
}
