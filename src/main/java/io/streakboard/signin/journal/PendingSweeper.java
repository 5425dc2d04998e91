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
 * Looks for entries without waiting for a bell: entries that other instances appended but did not drain, or left
 * unfinished. All partitions of a lane are asked at once, because no batch is read meanwhile.
 */
class PendingSweeper {

    private static final Logger log = LoggerFactory.getLogger(PendingSweeper.class);
    private static final RateLimitedLogger outages = new RateLimitedLogger(log);

    private static final String NOT_DRAINED = "The journal is not drained at the moment";

    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final int TAKEOVERS = 4; // takeover rounds within the time after which entries may be taken over
    private static final Duration FORGOTTEN_AFTER = Duration.ofDays(1);
    private static final Duration FORGET_EVERY = Duration.ofHours(1);

    private enum Seen {
        NOTHING,
        ENTRIES,
        FAILURE
    }

    /** The additional work of a round. */
    private record Due(boolean takeover, boolean forgetting) {}

    private final PartitionGroup group;
    private final Journal journal;
    private final EntryProcessor processor;
    private final Groups groups;
    private final JournalProperties settings;
    private Duration pause = PAUSE;
    private long next = System.nanoTime();
    private long nextTakeover = next;
    private long nextForgetting = next;

    PendingSweeper(
            PartitionGroup group,
            Journal journal,
            EntryProcessor processor,
            Groups groups,
            JournalProperties settings) {
        this.group = group;
        this.journal = journal;
        this.processor = processor;
        this.groups = groups;
        this.settings = settings;
    }

    /** The time until the next round; not positive if it is due. */
    Duration untilNext() {
        return Duration.ofNanos(next - System.nanoTime());
    }

    /** Makes the next round begin now and take over unfinished entries, including this consumer's. */
    void hurry() {
        next = System.nanoTime();
        nextTakeover = next;
    }

    /** Rings for partitions that have entries. Each round that finds none doubles the pause before the next. */
    void go(BooleanSupplier running) {
        pause = look(running) ? PAUSE : pause.multipliedBy(2);
        if (pause.compareTo(settings.claimAfter()) > 0) {
            pause = settings.claimAfter();
        }
        next = System.nanoTime() + pause.toNanos();
    }

    /** Returns whether there may be more to do soon. */
    private boolean look(BooleanSupplier running) {
        var due = new Due(isDue(nextTakeover), isDue(nextForgetting));
        var seen = Partitions.atOnce(group.partitions(), partition -> lookAt(partition, due));
        var filled = filled(seen);
        boolean recorded = !due.takeover() || recordUnfinished(filled, running);
        boolean done = recorded && !seen.contains(Seen.FAILURE);
        plan(due, done);
        filled.forEach(group::ring);
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

    /** After a failure the next round takes over entries and may have to make groups again. */
    private void plan(Due due, boolean done) {
        if (due.forgetting()) {
            nextForgetting = System.nanoTime() + FORGET_EVERY.toNanos();
        }
        if (!done) {
            groups.forget();
            nextTakeover = System.nanoTime();
        } else if (due.takeover()) {
            nextTakeover = System.nanoTime()
                    + settings.claimAfter().dividedBy(TAKEOVERS).toNanos();
        }
    }

    private Seen lookAt(int partition, Due due) {
        try {
            if (journal.backlog(partition) == 0) {
                return Seen.NOTHING;
            }
            groups.make(List.of(partition));
            if (due.takeover()) {
                takeOver(partition);
            }
            if (due.forgetting()) {
                journal.forgetIdleConsumers(partition, FORGOTTEN_AFTER);
            }
            return Seen.ENTRIES;
        } catch (RuntimeException failure) {
            outages.warn(NOT_DRAINED, failure);
            return Seen.FAILURE;
        }
    }

    /** Takes over entries that others have left. */
    private void takeOver(int partition) {
        journal.claim(partition);
        long adopted = journal.adopt(partition);
        if (adopted > 0) {
            log.warn("{} unfinished entries of partition {} had no consumer", adopted, partition);
        }
    }

    /** Records the entries that this consumer has read or taken over and not acknowledged. Returns whether it could. */
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
