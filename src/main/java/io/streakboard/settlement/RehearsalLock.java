package io.streakboard.settlement;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.KeepAliveLockProvider;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * Lets one rehearsal run at a time. It is renewed while its instance lives and ends a minute after that; the job that
 * removes leftovers takes it as well, so it does not meet a rehearsal that runs.
 */
@Component
class RehearsalLock implements DisposableBean {

    static final String NAME = "rehearse-settlement";

    private static final Duration LASTS = Duration.ofMinutes(1);

    private final ScheduledExecutorService renewals =
            Executors.newSingleThreadScheduledExecutor(Thread.ofVirtual().factory());
    private final KeepAliveLockProvider locks;

    RehearsalLock(ExtensibleLockProvider locks) {
        this.locks = new KeepAliveLockProvider(locks, renewals);
    }

    Optional<SimpleLock> take() {
        return locks.lock(new LockConfiguration(ClockProvider.now(), NAME, LASTS, Duration.ZERO));
    }

    @Override
    public void destroy() {
        renewals.shutdownNow();
    }
}
