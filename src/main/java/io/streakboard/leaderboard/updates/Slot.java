package io.streakboard.leaderboard.updates;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The next state to send on a connection: only the latest, even if the client reads slowly. */
final class Slot {

    /**
     * A snapshot of an edition for one viewer.
     *
     * @param version names the state of the edition
     * @param top the first page as JSON, the same for all viewers
     * @param mine the viewer's own standing as JSON; null if not ranked
     */
    record StreamState(String version, String top, @Nullable String mine) {

        StreamState of(@Nullable String viewer) {
            return new StreamState(version, top, viewer);
        }

        /** Names the page as well: pages of a version differ after a learner's name has changed. */
        String id() {
            return version + "." + Integer.toHexString(top.hashCode());
        }
    }

    private final @Nullable String member;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private @Nullable StreamState latest;
    private volatile @Nullable String mine;
    private boolean heartbeatRequested;
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
    void put(StreamState state) {
        change(() -> {
            latest = state;
            mine = state.mine();
            fresh = false;
        });
    }

    /** Makes the connection send a heartbeat now, which reveals a client that is gone. */
    void requestHeartbeat() {
        change(() -> heartbeatRequested = true);
    }

    void close() {
        change(() -> closed = true);
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** Waits for the next state to send; null on timeout and after {@link #requestHeartbeat} and {@link #close}. */
    @Nullable
    StreamState take(long nanos) throws InterruptedException {
        lock.lock();
        try {
            long left = nanos;
            while (latest == null && !heartbeatRequested && !closed && left > 0) {
                left = changed.awaitNanos(left);
            }
            var state = latest;
            latest = null;
            heartbeatRequested = false;
            return state;
        } finally {
            lock.unlock();
        }
    }
}
