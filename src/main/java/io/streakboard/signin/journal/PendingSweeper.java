package io.streakboard.signin.journal;

import io.streakboard.signin.partition.Partitions;
import io.streakboard.web.RateLimitedLogger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds entries without a signal: entries that other instances appended but did not drain, or left unfinished. Reads
 * all partitions of a group at once, because no batch is read meanwhile.
 */
class PendingSweeper {

    private static final Logger log = LoggerFactory.getLogger(PendingSweeper.class);
    private static final RateLimitedLogger outages = new RateLimitedLogger(log);

    private static final String NOT_DRAINED = "The journal is not drained at the moment";

    private static final Duration MIN_PAUSE = Duration.ofMillis(500);
    private static final int TAKEOVERS = 4; // takeover rounds within the time after which entries may be taken over
    private static final Duration CONSUMER_IDLE_LIMIT = Duration.ofDays(1);
    private static final Duration CLEANUP_INTERVAL = Duration.ofHours(1);

    private enum Seen {
        NOTHING,
        ENTRIES,
        FAILURE
    }

    /** The additional work of a round. */
    private record Due(boolean takeover, boolean cleanup) {}

    private final PartitionGroup group;
    private final Journal journal;
    private final EntryProcessor processor;
    private final ConsumerGroups consumerGroups;
    private final JournalProperties settings;
    private Duration pause = MIN_PAUSE;
    private long next = System.nanoTime();
    private long nextTakeover = next;
    private long nextCleanup = next;

    PendingSweeper(
            PartitionGroup group,
            Journal journal,
            EntryProcessor processor,
            ConsumerGroups consumerGroups,
            JournalProperties settings) {
        this.group = group;
        this.journal = journal;
        this.processor = processor;
        this.consumerGroups = consumerGroups;
        this.settings = settings;
    }

    /** The time until the next round; not positive if it is due. */
    Duration untilNext() {
        return Duration.ofNanos(next - System.nanoTime());
    }

    /** Makes the next round begin now and take over unfinished entries, including this consumer's. */
    void sweepNow() {
        next = System.nanoTime();
        nextTakeover = next;
    }

    /** Signals partitions that have entries. Each round that finds none doubles the pause before the next. */
    void sweep(BooleanSupplier running) {
        pause = sweepPartitions(running) ? MIN_PAUSE : pause.multipliedBy(2);
        if (pause.compareTo(settings.claimAfter()) > 0) {
            pause = settings.claimAfter();
        }
        next = System.nanoTime() + pause.toNanos();
    }

    /** Returns whether there may be more to do soon. */
    private boolean sweepPartitions(BooleanSupplier running) {
        var due = new Due(isDue(nextTakeover), isDue(nextCleanup));
        var seen = Partitions.atOnce(group.partitions(), partition -> check(partition, due));
        var filled = filled(seen);
        boolean recorded = !due.takeover() || recordUnfinished(filled, running);
        boolean done = recorded && !seen.contains(Seen.FAILURE);
        plan(due, done);
        filled.forEach(group::signal);
        return !done || !filled.isEmpty();
    }

    private static boolean isDue(long instant) {
        return System.nanoTime() >= instant;
    }

    private List<Integer> filled(List<Seen> seen) {
        return IntStream.range(0, seen.size())
                .filter(index -> seen.get(index) == Seen.ENTRIES)
                .mapToObj(group.partitions()::get)
                .toList();
    }

    /** After a failure the next round takes over entries and may have to create groups again. */
    private void plan(Due due, boolean done) {
        if (due.cleanup()) {
            nextCleanup = System.nanoTime() + CLEANUP_INTERVAL.toNanos();
        }
        if (!done) {
            consumerGroups.forget();
            nextTakeover = System.nanoTime();
        } else if (due.takeover()) {
            nextTakeover = System.nanoTime()
                    + settings.claimAfter().dividedBy(TAKEOVERS).toNanos();
        }
    }

    private Seen check(int partition, Due due) {
        try {
            if (journal.backlog(partition) == 0) {
                return Seen.NOTHING;
            }
            consumerGroups.create(List.of(partition));
            if (due.takeover()) {
                takeOver(partition);
            }
            if (due.cleanup()) {
                journal.forgetIdleConsumers(partition, CONSUMER_IDLE_LIMIT);
            }
            return Seen.ENTRIES;
        } catch (RuntimeException failure) {
            outages.warn(NOT_DRAINED, failure);
            return Seen.FAILURE;
        }
    }

    /** Takes over entries that other consumers have left. */
    private void takeOver(int partition) {
        journal.claim(partition);
        long adopted = journal.adopt(partition);
        if (adopted > 0) {
            log.warn("{} unfinished entries of partition {} had no consumer", adopted, partition);
        }
    }

    /** Records unacknowledged entries that this consumer has read or taken over. Returns false on failure. */
    private boolean recordUnfinished(Collection<Integer> partitions, BooleanSupplier running) {
        var left = new ArrayList<>(partitions);
        try {
            while (running.getAsBoolean() && !left.isEmpty()) {
                var some = left.subList(0, Math.min(left.size(), settings.batchSize()));
                var entries = journal.unfinished(some, settings.batchSize() / some.size());
                if (!entries.isEmpty()) {
                    processor.record(entries);
                }
                var more = entries.stream().map(JournalEntry::partition).collect(Collectors.toSet());
                some.removeIf(partition -> !more.contains(partition));
            }
            return true;
        } catch (RuntimeException failure) {
            outages.warn(NOT_DRAINED, failure);
            return false;
        }
    }
}
