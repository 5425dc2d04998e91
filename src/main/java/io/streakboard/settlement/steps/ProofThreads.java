package io.streakboard.settlement.steps;

import io.streakboard.settlement.copy.ParallelRunner;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs the comparisons of one proof, a few at a time, because each takes a connection from the requests and a processor
 * of the database. After a failure the remaining comparisons are skipped.
 */
class ProofThreads implements AutoCloseable {

    static final int AT_A_TIME = 4;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore permits = new Semaphore(AT_A_TIME, true);
    private volatile @Nullable Exception failure;

    /** Starts a task as soon as a permit is free. Fails if another task has failed. */
    <T> Future<T> begin(Callable<T> comparison) {
        return threads.submit(() -> {
            permits.acquire();
            try {
                return unlessFailed(comparison);
            } finally {
                permits.release();
            }
        });
    }

    private <T> T unlessFailed(Callable<T> comparison) throws Exception {
        var earlier = failure;
        if (earlier != null) {
            throw earlier;
        }
        try {
            return comparison.call();
        } catch (Exception failed) {
            failure = failed;
            throw failed;
        }
    }

    /** Starts a task that takes no permit itself but waits for tasks that do. */
    <T> Future<T> gather(Callable<T> comparisons) {
        return threads.submit(comparisons);
    }

    /** Takes a permit for each part and returns the results in the same order. */
    <P, T> List<T> each(List<P> parts, Function<P, T> comparison) {
        var found =
                parts.stream().map(part -> begin(() -> comparison.apply(part))).toList();
        return found.stream().map(ParallelRunner::result).toList();
    }

    /** Waits for all started tasks. */
    @Override
    public void close() {
        if (failure == null) {
            failure = new CancellationException();
        }
        threads.close();
    }
}
