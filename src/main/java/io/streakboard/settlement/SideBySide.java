package io.streakboard.settlement;

import java.util.Collections;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/**
 * Copies go on a few at a time: while one stretch is read from Redis, another is written to MySQL, and a third waits for
 * its commit.
 */
final class SideBySide {

    static final int COPIES = 3;

    private SideBySide() {}

    /** Runs the work on as many threads and returns when all are done. */
    static void run(Runnable work) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var copy : threads.invokeAll(Collections.nCopies(COPIES, Executors.callable(work)))) {
                copy.get();
            }
        } catch (ExecutionException failure) {
            throw new IllegalStateException(failure.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
