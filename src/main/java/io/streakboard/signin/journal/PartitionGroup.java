package io.streakboard.signin.journal;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Partitions that are drained together, with a signal for new entries. So an instance drains the entries of its own
 * sign-ins at once, and an idle instance seldom asks Redis.
 */
class PartitionGroup {

    private final List<Integer> partitions;
    private final Set<Integer> signalled = new LinkedHashSet<>();
    private boolean woken;

    PartitionGroup(List<Integer> partitions) {
        this.partitions = List.copyOf(partitions);
    }

    List<Integer> partitions() {
        return partitions;
    }

    /** Signals new entries of a partition. */
    synchronized void signal(int partition) {
        if (signalled.add(partition)) {
            notifyAll();
        }
    }

    /**
     * Waits for a signal and returns the signalled partitions; empty on timeout.
     *
     * @param most the most partitions to return; the others come next
     */
    synchronized List<Integer> await(Duration atMost, int most) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        for (long left = atMost.toNanos();
                signalled.isEmpty() && !woken && left > 0;
                left = deadline - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        woken = false;
        return take(most);
    }

    /** Takes signalled partitions. */
    synchronized List<Integer> take(int most) {
        var taken = signalled.stream().limit(most).toList();
        taken.forEach(signalled::remove);
        return taken;
    }

    /** Wakes the waiting thread; if none waits, the next wait returns at once. */
    synchronized void wake() {
        woken = true;
        notifyAll();
    }
}
