package io.streakboard.settlement.rehearsal;

import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Removes what a rehearsal left whose instance has died. Its lock is that of rehearsals: while one runs, it does not.
 */
@Component
class RehearsalJob {

    private final Rehearsals rehearsals;

    RehearsalJob(Rehearsals rehearsals) {
        this.rehearsals = rehearsals;
    }

    @Scheduled(fixedRateString = "${streakboard.settlement.interval:5s}")
    @SchedulerLock(name = RehearsalLock.NAME)
    void removeLeftovers() {
        LockAssert.assertLocked();
        rehearsals.removeLeftovers();
    }
}
