package io.streakboard.settlement.copy;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Runs a few copies at a time: while one page is read from Redis, another is written to MySQL, and a third waits for
 * its commit.
 */
public final class ParallelRunner {

    public static final int COPIES = 3;

    private ParallelRunner() {}

    /** Runs the work on several threads and returns when all are done. */
    public static void run(Runnable work) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var copies =
                    Stream.generate(() -> threads.submit(work)).limit(COPIES).toList();
            copies.forEach(ParallelRunner::result);
        }
    }

    /** The result of a thread; fails like the thread, or when the application stops. */
    public static <T> T result(Future<T> thread) {
        try {
            return thread.get();
        } catch (ExecutionException failure) {
            throw new IllegalStateException(failure.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
