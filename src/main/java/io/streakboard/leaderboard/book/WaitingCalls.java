package io.streakboard.leaderboard.book;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Calls that wait for a writer, who takes them in groups. A lone call is a group at once. While another group is being
 * written, calls gather for some milliseconds: two large groups cost less than many small ones.
 */
class WaitingCalls {

    /** How long calls wait until a writer takes them up: for the transactions before theirs. */
    static final String WAIT = "streakboard.scores.wait";

    /** How long a writer then keeps them back, so that others share their transaction. */
    static final String GATHERING = "streakboard.scores.gathering";

    private static final int GROUP = 1_000;

    /** A group of this size does not wait for more. */
    private static final int ENOUGH = 32;

    private static final Duration LONGEST_GATHERING = Duration.ofMillis(10);
    private static final Duration GLANCE = Duration.ofMillis(1);
    private static final Duration LOOK_EVERY = Duration.ofMillis(200);

    record Call(List<Submission> submissions, CompletableFuture<List<Receipt>> answer, long since) {

        static Call of(List<Submission> submissions) {
            return new Call(List.copyOf(submissions), new CompletableFuture<>(), System.nanoTime());
        }
    }

    private final BlockingQueue<Call> waiting = new LinkedBlockingQueue<>();
    private final Lock gathering = new ReentrantLock();
    private final AtomicInteger writing = new AtomicInteger();
    private final Timer wait;
    private final Timer gathered;

    WaitingCalls(MeterRegistry metrics) {
        this.wait = metrics.timer(WAIT);
        this.gathered = metrics.timer(GATHERING);
    }

    void add(Call call) {
        waiting.add(call);
    }

    /** False if a writer has taken the call. */
    boolean withdraw(Call call) {
        return waiting.remove(call);
    }

    /** How many calls no writer has taken. */
    int size() {
        return waiting.size();
    }

    /** The next group, which one writer at a time gathers; empty if none came for a moment. */
    List<Call> next() throws InterruptedException {
        gathering.lockInterruptibly();
        try {
            var first = waiting.poll(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
            if (first == null) {
                return List.of();
            }
            long taken = System.nanoTime();
            var group = group(first);
            writing.incrementAndGet();
            long begun = System.nanoTime();
            group.forEach(call -> record(call, taken, begun));
            return group;
        } finally {
            gathering.unlock();
        }
    }

    /** A group has been written, or failed. */
    void done() {
        writing.decrementAndGet();
    }

    private List<Call> group(Call first) {
        var group = new ArrayList<>(List.of(first));
        int size = first.submissions().size();
        for (var next = after(first, size); next != null; next = after(first, size)) {
            group.add(next);
            size += next.submissions().size();
        }
        return group;
    }

    /** A call that waits already or, while another group is being written, comes within a moment. */
    private @Nullable Call after(Call first, int size) {
        if (size >= GROUP) {
            return null;
        }
        var next = waiting.poll();
        try {
            while (next == null
                    && size < ENOUGH
                    && writing.get() > 0
                    && System.nanoTime() - first.since() < LONGEST_GATHERING.toNanos()) {
                next = waiting.poll(GLANCE.toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return next;
    }

    private void record(Call call, long taken, long begun) {
        long since = Math.max(call.since(), taken);
        wait.record(since - call.since(), TimeUnit.NANOSECONDS);
        gathered.record(begun - since, TimeUnit.NANOSECONDS);
    }
}
