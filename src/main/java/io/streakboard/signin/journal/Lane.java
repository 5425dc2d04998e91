package io.streakboard.signin.journal;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Some partitions that are drained together, and the bell for them. Whoever appends to one of them rings. So an
 * instance that signs learners in drains their entries at once, and one that has nothing to do asks Redis seldom.
 */
class Lane {

    private final List<Integer> partitions;
    private final Set<Integer> rung = new LinkedHashSet<>();
    private boolean woken;

    Lane(List<Integer> partitions) {
        this.partitions = List.copyOf(partitions);
    }

    List<Integer> partitions() {
        return partitions;
    }

    /** Tells that a partition has new entries. */
    synchronized void ring(int partition) {
        if (rung.add(partition)) {
            notifyAll();
        }
    }

    /**
     * Waits until somebody rings, and returns for which partitions. Empty if nobody rings in time.
     *
     * @param most how many partitions are returned; the others come next
     */
    synchronized List<Integer> await(Duration atMost, int most) throws InterruptedException {
        long deadline = System.nanoTime() + atMost.toNanos();
        for (long left = atMost.toNanos(); rung.isEmpty() && !woken && left > 0; left = deadline - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        woken = false;
        return take(most);
    }

    /** The partitions for which somebody has rung. */
    synchronized List<Integer> take(int most) {
        var taken = rung.stream().limit(most).toList();
        taken.forEach(rung::remove);
        return taken;
    }

    /** Ends the waiting of now, or of the next time. */
    synchronized void wake() {
        woken = true;
        notifyAll();
    }
}
