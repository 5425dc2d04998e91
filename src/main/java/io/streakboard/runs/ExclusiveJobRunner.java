package io.streakboard.runs;

import io.streakboard.web.RootCause;
import io.streakboard.web.Text;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import org.springframework.stereotype.Component;

/**
 * Starts runs of long jobs, one at a time for each job. A lock in Redis is renewed during a run and ends a minute after
 * its instance dies. The lock only saves work; the state in the run's row guards its writes, see {@link LongJob}.
 */
@Component
public class ExclusiveJobRunner {

    private static final Duration LOCK_TIME = Duration.ofMinutes(1);
    private static final int LONGEST_FAILURE = 500;

    /** A run that has begun, and its thread. */
    public record Begun<R>(R run, Thread thread) {}

    private final LockProvider locks;
    private final Background background;

    ExclusiveJobRunner(LockProvider locks, Background background) {
        this.locks = locks;
        this.background = background;
    }

    /**
     * Starts a run in the background; empty if one is under way.
     *
     * @param row inserts the row of the run
     */
    public <R> Optional<Begun<R>> begin(LongJob<R> job, Supplier<R> row, BiConsumer<R, CancellationToken> work) {
        var lock = lock(job);
        try {
            return lock.map(held -> {
                endStale(job);
                var run = row.get();
                var thread = background.begin(job.name(), cancellation -> {
                    try {
                        complete(job, run, () -> work.accept(run, cancellation));
                    } finally {
                        held.unlock();
                    }
                });
                return new Begun<>(run, thread);
            });
        } catch (RuntimeException | Error failure) {
            lock.ifPresent(SimpleLock::unlock);
            throw failure;
        }
    }

    /** Ends runs without a lock: their instances have died. */
    void cleanUp(LongJob<?> job) {
        if (!job.unfinished().isEmpty()) {
            lock(job).ifPresent(lock -> {
                try {
                    endStale(job);
                } finally {
                    lock.unlock();
                }
            });
        }
    }

    private static <R> void endStale(LongJob<R> job) {
        job.unfinished().forEach(run -> job.end(run, RunState.FAILED, RunEnded.STOPPED));
    }

    private static <R> void complete(LongJob<R> job, R run, Runnable work) {
        try {
            work.run();
            job.end(run, RunState.DONE, null);
        } catch (RunEnded ended) {
            job.end(run, RunState.FAILED, ended.getMessage());
        } catch (RuntimeException | Error failure) {
            job.end(run, RunState.FAILED, Text.cut(RootCause.of(failure), LONGEST_FAILURE));
            throw failure;
        }
    }

    private Optional<SimpleLock> lock(LongJob<?> job) {
        return locks.lock(new LockConfiguration(ClockProvider.now(), job.name(), LOCK_TIME, Duration.ZERO));
    }
}
