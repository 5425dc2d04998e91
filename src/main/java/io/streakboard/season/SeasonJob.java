package io.streakboard.season;

import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Creates seasons ahead of time, opens and ends them. It looks for due work instead of firing at midnight, so that an
 * instance that was down then catches up.
 */
@Component
class SeasonJob {

    private final SeasonOpener opener;

    SeasonJob(SeasonOpener opener) {
        this.opener = opener;
    }

    @Scheduled(fixedRateString = "${streakboard.season.check-interval:2s}")
    @SchedulerLock(name = "advance-seasons")
    void run() {
        LockAssert.assertLocked();
        advance();
    }

    /** Also runs without the lock: the current season must exist before the first request. */
    @EventListener(ApplicationReadyEvent.class)
    void advance() {
        opener.openAhead();
    }
}
