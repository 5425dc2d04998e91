package io.streakboard.imports;

import io.streakboard.time.BusinessTime;
import java.util.concurrent.TimeUnit;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Deletes what was wrong with lines of imports of long ago: it may quote what learners wrote. */
@Component
class ErrorRetention {

    private static final int BATCH = 1_000;

    private final ImportErrors errors;
    private final ImportProperties properties;
    private final BusinessTime time;

    ErrorRetention(ImportErrors errors, ImportProperties properties, BusinessTime time) {
        this.errors = errors;
        this.properties = properties;
        this.time = time;
    }

    @Scheduled(initialDelay = 1, fixedRate = 60, timeUnit = TimeUnit.MINUTES)
    @SchedulerLock(name = "forget-import-errors")
    void run() {
        LockAssert.assertLocked();
        forget();
    }

    void forget() {
        var before = time.now().minus(properties.errorRetention());
        int forgotten;
        do {
            forgotten = errors.forget(before, BATCH);
        } while (forgotten == BATCH);
    }
}
