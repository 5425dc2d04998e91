package io.streakboard.imports;

import io.streakboard.runs.CancellationToken;
import io.streakboard.runs.RunEnded;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the lease of a run on a thread of its own, however long a piece of the run's work takes. The run asks after
 * each piece whether it still has the lease: once another instance has taken it over, it ends.
 */
class Lease implements CancellationToken, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Lease.class);

    private final ImportRun run;
    private final ImportCheckpoint checkpoint;
    private final Duration length;
    private final CancellationToken cancellation;
    private final CountDownLatch closed = new CountDownLatch(1);

    private volatile long renewed = System.nanoTime();
    private volatile boolean lost;

    private Lease(ImportRun run, ImportCheckpoint checkpoint, Duration length, CancellationToken cancellation) {
        this.run = run;
        this.checkpoint = checkpoint;
        this.length = length;
        this.cancellation = cancellation;
    }

    /** @param cancellation tells that the application stops */
    static Lease keep(
            ImportRun run, ImportCheckpoint checkpoint, ImportProperties properties, CancellationToken cancellation) {
        var lease = new Lease(run, checkpoint, properties.lease(), cancellation);
        Thread.ofVirtual().name(run.owner() + " lease").start(() -> lease.keep(properties.heartbeat()));
        return lease;
    }

    private void keep(Duration heartbeat) {
        try {
            while (!lost && !closed.await(heartbeat.toNanos(), TimeUnit.NANOSECONDS)) {
                tryToRenew();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** While MySQL is away it tries again: a takeover needs MySQL, too. */
    private void tryToRenew() {
        try {
            renew();
        } catch (RuntimeException failure) {
            log.warn(
                    "The lease of {} could not be renewed and will be tried again: {}",
                    run.owner(),
                    failure.toString());
        }
    }

    private void renew() {
        long now = System.nanoTime();
        if (checkpoint.renew(run)) {
            renewed = now;
        } else {
            lost = true;
        }
    }

    /** Whether to end, because the application stops or the lease is lost. */
    @Override
    public boolean asked() {
        return lost || cancellation.asked();
    }

    /**
     * An instance that was paused may find its lease expired, and renews it first.
     *
     * @throws RunEnded if the application stops, or another instance has taken over or ended the run
     */
    @Override
    public void check() {
        cancellation.check();
        if (System.nanoTime() - renewed > length.toNanos()) {
            renew();
        }
        if (lost) {
            throw RunEnded.elsewhere();
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
