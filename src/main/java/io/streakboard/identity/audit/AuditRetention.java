package io.streakboard.identity.audit;

import io.streakboard.time.BusinessTime;
import java.util.concurrent.TimeUnit;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Deletes what admins did longer ago than it has to be kept. */
@Component
class AuditRetention {

    private static final int BATCH = 1_000;

    private final AdminActions actions;
    private final AuditProperties properties;
    private final BusinessTime time;

    AuditRetention(AdminActions actions, AuditProperties properties, BusinessTime time) {
        this.actions = actions;
        this.properties = properties;
        this.time = time;
    }

    @Scheduled(initialDelay = 1, fixedRate = 60, timeUnit = TimeUnit.MINUTES)
    @SchedulerLock(name = "forget-admin-actions")
    void run() {
        LockAssert.assertLocked();
        forget();
    }

    void forget() {
        var before = time.now().minus(properties.retention());
        int forgotten;
        do {
            forgotten = actions.forget(before, BATCH);
        } while (forgotten == BATCH);
    }
}
