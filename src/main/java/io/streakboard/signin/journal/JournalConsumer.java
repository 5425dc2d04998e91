package io.streakboard.signin.journal;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.streakboard.time.Polling;
import io.streakboard.web.RateLimitedLogger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the journals of a partition group and has their entries recorded in batches; one transaction takes entries of
 * all partitions. While a store is away, the entries wait in the journal.
 *
 * <p>It reads a partition on its signal. A {@link PendingSweeper} also searches all partitions for entries left by
 * others, less often while it finds none.
 */
class JournalConsumer implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(JournalConsumer.class);
    private static final RateLimitedLogger outages = new RateLimitedLogger(log); // one for all groups

    private static final Duration RESTART_PAUSE = Duration.ofSeconds(1);

    private final PartitionGroup group;
    private final Journal journal;
    private final EntryProcessor processor;
    private final DrainThrottle throttle;
    private final JournalProperties settings;
    private final ConsumerGroups consumerGroups;
    private final PendingSweeper sweeper;
    private volatile boolean running = true;

    JournalConsumer(
            PartitionGroup group,
            Journal journal,
            EntryProcessor processor,
            DrainThrottle throttle,
            JournalProperties settings) {
        this.group = group;
        this.journal = journal;
        this.processor = processor;
        this.throttle = throttle;
        this.settings = settings;
        this.consumerGroups = new ConsumerGroups(journal);
        this.sweeper = new PendingSweeper(group, journal, processor, consumerGroups, settings);
    }

    void stop() {
        running = false;
        group.wake();
    }

    @Override
    public void run() {
        while (running) {
            try {
                drain();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException failure) {
                outages.warn("The journal is not drained at the moment", failure);
                restart();
            } catch (Error failure) {
                log.error("A consumer of the journal failed and starts over", failure);
                restart();
            }
        }
    }

    /** Starts over with unrecorded entries that were read, and with groups that Redis may have lost. */
    private void restart() {
        consumerGroups.forget();
        sweeper.sweepNow();
        Polling.pause(RESTART_PAUSE);
    }

    private void drain() throws InterruptedException {
        if (!sweeper.untilNext().isPositive()) {
            sweeper.sweep(() -> running);
        }
        var signalled = group.await(sweeper.untilNext(), settings.batchSize());
        if (!signalled.isEmpty()) {
            throttle.linger(() -> journal.backlog(signalled));
            var due = new ArrayList<>(signalled);
            due.addAll(group.take(settings.batchSize() - signalled.size()));
            record(due);
        }
    }

    private void record(List<Integer> partitions) {
        consumerGroups.create(partitions);
        int each = Math.max(1, settings.batchSize() / partitions.size());
        var entries = journal.poll(partitions, each);
        if (!entries.isEmpty()) {
            processor.record(entries);
            entries.stream()
                    .collect(groupingBy(JournalEntry::partition, counting()))
                    .forEach((partition, read) -> {
                        if (read >= each) {
                            group.signal(partition); // the partition may have more
                        }
                    });
        }
    }
}
