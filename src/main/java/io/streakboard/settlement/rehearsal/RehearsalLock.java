package io.streakboard.settlement.rehearsal;

import java.time.Duration;
import java.util.Optional;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.springframework.stereotype.Component;

/**
 * Lets one rehearsal run at a time. The job that removes leftovers takes it as well, so it does not meet a rehearsal
 * that runs.
 */
@Component
class RehearsalLock {

    static final String NAME = "rehearse-settlement";

    private static final Duration LASTS = Duration.ofMinutes(1);

    private final LockProvider locks;

    RehearsalLock(LockProvider locks) {
        this.locks = locks;
    }

    Optional<SimpleLock> take() {
        return locks.lock(new LockConfiguration(ClockProvider.now(), NAME, LASTS, Duration.ZERO));
    }
}
