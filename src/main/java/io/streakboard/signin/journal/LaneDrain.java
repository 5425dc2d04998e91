package io.streakboard.signin.journal;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.streakboard.time.Lookout;
import io.streakboard.web.CountedLog;
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
class LaneDrain implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(LaneDrain.class);
    private static final CountedLog outages = new CountedLog(log); // one for all lanes

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Lane lane;
    private final Journal journal;
    private final Handover handover;
    private final Pace pace;
    private final JournalProperties settings;
    private final Groups groups;
    private final Rounds rounds;
    private volatile boolean running = true;

    LaneDrain(Lane lane, Journal journal, Handover handover, Pace pace, JournalProperties settings) {
        this.lane = lane;
        this.journal = journal;
        this.handover = handover;
        this.pace = pace;
        this.settings = settings;
        this.groups = new Groups(journal);
        this.rounds = new Rounds(lane, journal, handover, groups, settings);
    }

    void stop() {
        running = false;
        lane.wake();
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
        rounds.hurry();
        Lookout.pause(PAUSE);
    }

    private void drain() throws InterruptedException {
        if (!rounds.untilNext().isPositive()) {
            rounds.go(() -> running);
        }
        var rung = lane.await(rounds.untilNext(), settings.batchSize());
        if (!rung.isEmpty()) {
            pace.linger(() -> journal.backlog(rung));
            var due = new ArrayList<>(rung);
            due.addAll(lane.take(settings.batchSize() - rung.size()));
            record(due);
        }
    }

    private void record(List<Integer> partitions) {
        groups.make(partitions);
        int each = Math.max(1, settings.batchSize() / partitions.size());
        var entries = journal.poll(partitions, each);
        if (!entries.isEmpty()) {
            handover.record(entries);
            entries.stream()
                    .collect(groupingBy(JournalEntry::partition, counting()))
                    .forEach((partition, read) -> {
                        if (read >= each) {
                            lane.ring(partition); // the partition may have more
                        }
                    });
        }
    }
}
