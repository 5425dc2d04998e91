package io.streakboard.settlement;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/** Copies go on two at a time: one stretch is read from Redis while another is written to MySQL. */
final class TwoAtOnce {

    private TwoAtOnce() {}

    /** Runs the work on two threads and returns when both are done. */
    static void run(Runnable work) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var other = threads.submit(work);
            work.run();
            other.get();
        } catch (ExecutionException failure) {
            throw new IllegalStateException(failure.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
