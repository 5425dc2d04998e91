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
 * Reads the journals of a lane and has their entries recorded in batches; one transaction takes entries of all
 * partitions. While a store is away, the entries wait in the journal.
 *
 * <p>It reads a partition when its bell rings. It also looks for entries left by others in all partitions, less often
 * while it finds none.
 */
class JournalConsumer implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(JournalConsumer.class);
    private static final RateLimitedLogger outages = new RateLimitedLogger(log); // one for all lanes

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final PartitionGroup group;
    private final Journal journal;
    private final EntryProcessor processor;
    private final DrainThrottle throttle;
    private final JournalProperties settings;
    private final Groups groups;
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
        this.groups = new Groups(journal);
        this.sweeper = new PendingSweeper(group, journal, processor, groups, settings);
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
                startOver();
            } catch (Error failure) {
                log.error("A drain of the journal failed and starts over", failure);
                startOver();
            }
        }
    }

    /** Starts over with entries that were read and not recorded, and with groups that Redis may have lost. */
    private void startOver() {
        groups.forget();
        sweeper.hurry();
        Polling.pause(PAUSE);
    }

    private void drain() throws InterruptedException {
        if (!sweeper.untilNext().isPositive()) {
            sweeper.go(() -> running);
        }
        var rung = group.await(sweeper.untilNext(), settings.batchSize());
        if (!rung.isEmpty()) {
            throttle.linger(() -> journal.backlog(rung));
            var due = new ArrayList<>(rung);
            due.addAll(group.take(settings.batchSize() - rung.size()));
            record(due);
        }
    }

    private void record(List<Integer> partitions) {
        groups.make(partitions);
        int each = Math.max(1, settings.batchSize() / partitions.size());
        var entries = journal.poll(partitions, each);
        if (!entries.isEmpty()) {
            processor.record(entries);
            entries.stream()
                    .collect(groupingBy(JournalEntry::partition, counting()))
                    .forEach((partition, read) -> {
                        if (read >= each) {
                            group.ring(partition); // the partition may have more
                        }
                    });
        }
    }
}
