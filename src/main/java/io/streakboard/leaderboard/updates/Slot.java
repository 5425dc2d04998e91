package io.streakboard.leaderboard.updates;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The state that a connection has yet to send: only the latest, however slowly its client reads. */
final class Slot {

    /**
     * An edition at one moment, as one viewer sees it.
     *
     * @param version names the state of the edition
     * @param top the first page as JSON, the same for all viewers
     * @param mine the viewer's own standing as JSON; null if not ranked
     */
    record State(String version, String top, @Nullable String mine) {

        State of(@Nullable String viewer) {
            return new State(version, top, viewer);
        }
    }

    private final @Nullable String member;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition stirred = lock.newCondition();
    private @Nullable State latest;
    private volatile @Nullable String mine;
    private boolean nudged;
    private volatile boolean fresh = true;
    private volatile boolean closed;

    Slot(@Nullable String member) {
        this.member = member;
    }

    @Nullable
    String member() {
        return member;
    }

    /** Whether it never had a state. */
    boolean isFresh() {
        return fresh;
    }

    /** The viewer's standing in the last state. */
    @Nullable
    String mine() {
        return mine;
    }

    /** Whether no state waits to be sent. */
    boolean isEmpty() {
        lock.lock();
        try {
            return latest == null;
        } finally {
            lock.unlock();
        }
    }

    /** Replaces a state that has not been sent. */
    void put(State state) {
        stir(() -> {
            latest = state;
            mine = state.mine();
            fresh = false;
        });
    }

    /** Makes the connection send something now, which reveals whether its client is gone. */
    void nudge() {
        stir(() -> nudged = true);
    }

    void close() {
        stir(() -> closed = true);
    }

    private void stir(Runnable change) {
        lock.lock();
        try {
            change.run();
            stirred.signal();
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** Waits for the next state to send; null on timeout and after {@link #nudge} and {@link #close}. */
    @Nullable
    State take(long nanos) throws InterruptedException {
        lock.lock();
        try {
            long left = nanos;
            while (latest == null && !nudged && !closed && left > 0) {
                left = stirred.awaitNanos(left);
            }
            var state = latest;
            latest = null;
            nudged = false;
            return state;
        } finally {
            lock.unlock();
        }
    }
}
