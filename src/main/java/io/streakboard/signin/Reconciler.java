package io.streakboard.signin;

import io.streakboard.signin.Reconciliation.Scope;
import io.streakboard.signin.ReconciliationRuns.Kind;
import io.streakboard.time.BusinessTime;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
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
 * would add the same bits twice.
 */
@Component
class Reconciler implements DisposableBean {

    private static final Logger log = LoggerFactory.getLogger(Reconciler.class);

    /** So long after its last word a run has no lock any more. */
    static final Duration LOCKED = Duration.ofMinutes(1);

    private static final String LOCK = "reconcile-sign-ins";
    private static final Duration REPORTED_EVERY = Duration.ofSeconds(1);

    private final Reconciliation reconciliation;
    private final ReconciliationRuns runs;
    private final ArchiveRun archive;
    private final CompletenessMark mark;
    private final ExtensibleLockProvider locks;
    private final SignInProperties properties;
    private final BusinessTime time;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofVirtual().name("reconciler").factory());

    Reconciler(
            Reconciliation reconciliation,
            ReconciliationRuns runs,
            ArchiveRun archive,
            CompletenessMark mark,
            ExtensibleLockProvider locks,
            SignInProperties properties,
            BusinessTime time) {
        this.reconciliation = reconciliation;
        this.runs = runs;
        this.archive = archive;
        this.mark = mark;
        this.locks = locks;
        this.properties = properties;
        this.time = time;
    }

    /** Begins a run in the background and tells when it has ended, unless another one is under way. */
    Optional<Future<?>> begin(Kind kind, @Nullable Long learner) {
        return locks.lock(new LockConfiguration(Instant.now(), LOCK, LOCKED, Duration.ZERO))
                .map(lock -> {
                    var run = new Run(kind, new Scope(learner, since(kind), kind.repairs()), lock);
                    return thread.submit(run);
                });
    }

    private LocalDate since(Kind kind) {
        return kind == Kind.DAILY
                ? time.today().withDayOfMonth(1).minusMonths(1)
                : LocalDate.of(properties.firstYear(), 1, 1);
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
                    reconcile(id);
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

        /** The mark does not wait for the way back: once Redis has what MySQL has, calendars are whole. */
        private void reconcile(long id) {
            boolean whole = kind == Kind.REBUILD && scope.learner() == null;
            var token = whole ? mark.begin() : "";
            var ofRedis = reconciliation.ofRedis(scope, drift -> report(id, drift));
            if (whole) {
                mark.finish(token);
            }
            found = ofRedis.plus(reconciliation.ofMySql(scope, drift -> report(id, ofRedis.plus(drift))));
            if (kind == Kind.DAILY) {
                long learners = archive.run(() -> report(id, found));
                log.info("Years of {} learners have left Redis", learners);
            }
        }

        /** Shows how far it is, and keeps the lock: both end with the instance. */
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
