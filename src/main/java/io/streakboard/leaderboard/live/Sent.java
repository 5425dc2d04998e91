package io.streakboard.leaderboard.live;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** An asynchronous request to Redis. */
public final class Sent<T> {

    private final FutureTask<T> task;

    private Sent(Callable<T> call) {
        this.task = new FutureTask<>(call);
    }

    static <T> Sent<T> of(Callable<T> call) {
        var sent = new Sent<>(call);
        Thread.ofVirtual().name("sent-to-redis").start(sent.task);
        return sent;
    }

    /** Waits for the answer; fails like the call. */
    public T answer() {
        try {
            return task.get();
        } catch (ExecutionException failure) {
            throw failure.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(failure);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for Redis", interrupted);
        }
    }
}
