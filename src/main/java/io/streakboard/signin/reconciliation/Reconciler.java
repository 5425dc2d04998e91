package io.streakboard.signin.reconciliation;

import io.streakboard.signin.reconciliation.Comparison.Scope;
import io.streakboard.signin.reconciliation.RunHistory.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * Runs reconciliations in the background, one at a time across all instances. The lock only saves work: two at once
 * would add the same bits twice, which does no harm.
 */
@Component
class Reconciler implements DisposableBean {

    private static final Logger log = LoggerFactory.getLogger(Reconciler.class);

    /** A run that has not reported for so long has lost its lock. */
    static final Duration LOCKED = Duration.ofMinutes(1);

    private static final String LOCK = "reconcile-sign-ins";
    private static final Duration REPORTED_EVERY = Duration.ofSeconds(1);

    private final RunSteps steps;
    private final RunHistory runs;
    private final ExtensibleLockProvider locks;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofVirtual().name("reconciler").factory());

    Reconciler(RunSteps steps, RunHistory runs, ExtensibleLockProvider locks) {
        this.steps = steps;
        this.runs = runs;
        this.locks = locks;
    }

    /** Begins a run in the background, unless another one is under way. The future ends with the run. */
    Optional<Future<?>> begin(Kind kind, @Nullable Long learner) {
        return locks.lock(new LockConfiguration(Instant.now(), LOCK, LOCKED, Duration.ZERO))
                .map(lock -> thread.submit(new Run(kind, steps.scope(kind, learner), lock)));
    }

    @Override
    public void destroy() {
        thread.shutdownNow();
    }

    private final class Run implements Runnable {

        private final Kind kind;
        private final Scope scope;
        private SimpleLock lock;
        private Drift found = Drift.NONE;
        private long reported = System.nanoTime();

        Run(Kind kind, Scope scope, SimpleLock lock) {
            this.kind = kind;
            this.scope = scope;
            this.lock = lock;
        }

        @Override
        public void run() {
            try {
                long id = runs.begin(kind, scope.learner(), scope.since());
                try {
                    steps.run(kind, scope, drift -> report(id, drift));
                } catch (RuntimeException | Error failure) {
                    runs.failed(id, found, failure);
                    throw failure;
                }
                runs.done(id, found);
                log.info("Bitmaps and calendar since {} were compared: {}", scope.since(), found);
            } catch (RuntimeException | Error failure) {
                log.warn("Bitmaps and calendar could not be compared: {}", failure.toString());
            } finally {
                lock.unlock();
            }
        }

        /** Shows the progress and extends the lock. If the instance dies, both stop. */
        private void report(long id, Drift drift) {
            found = drift;
            if (System.nanoTime() - reported > REPORTED_EVERY.toNanos()) {
                reported = System.nanoTime();
                lock = lock.extend(LOCKED, Duration.ZERO)
                        .orElseThrow(() -> new IllegalStateException("The lock of this run is gone"));
                runs.progress(id, drift);
            }
        }
    }
}
