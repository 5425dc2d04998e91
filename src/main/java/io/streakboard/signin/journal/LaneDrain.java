package io.streakboard.signin.journal;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.streakboard.time.Lookout;
import io.streakboard.web.CountedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the journal of some partitions and has their entries recorded, batch by batch: one transaction takes what all of
 * them have. While a store is away, the entries wait in the journal.
 *
 * <p>It reads a partition when somebody rings. Besides, it goes round all of them for what others have left, and less
 * often the less it finds.
 */
class LaneDrain implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(LaneDrain.class);
    private static final CountedLog outages = new CountedLog(log); // one for all lanes

    private static final Duration FORGOTTEN_AFTER = Duration.ofDays(1);
    private static final Duration FORGET_EVERY = Duration.ofHours(1);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int FAILURES_A_ROUND = 2;
    private static final Duration BETWEEN_ROUNDS = Duration.ofMillis(500);

    private final Lane lane;
    private final Journal journal;
    private final Handover handover;
    private final Pace pace;
    private final JournalProperties settings;
    private final Set<Integer> grouped = new HashSet<>();
    private long nextRound = System.nanoTime();
    private long nextForgetting = System.nanoTime();
    private Duration betweenRounds = BETWEEN_ROUNDS;
    private volatile boolean running = true;

    LaneDrain(Lane lane, Journal journal, Handover handover, Pace pace, JournalProperties settings) {
        this.lane = lane;
        this.journal = journal;
        this.handover = handover;
        this.pace = pace;
        this.settings = settings;
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

    /** Starts with entries that were read and not recorded, and with groups that Redis may have lost. */
    private void startOver() {
        grouped.clear();
        nextRound = System.nanoTime();
        Lookout.pause(PAUSE);
    }

    private void drain() throws InterruptedException {
        if (System.nanoTime() >= nextRound) {
            goRound();
        }
        var rung = lane.await(Duration.ofNanos(nextRound - System.nanoTime()), settings.batchSize());
        if (!rung.isEmpty()) {
            pace.linger(() -> journal.backlog(rung));
            var due = new ArrayList<>(rung);
            due.addAll(lane.take(settings.batchSize() - rung.size()));
            record(due);
        }
    }

    private void record(List<Integer> partitions) {
        partitions.forEach(this::createGroup);
        int each = Math.max(1, settings.batchSize() / partitions.size());
        var entries = journal.poll(partitions, each);
        if (!entries.isEmpty()) {
            handover.record(entries);
            entries.stream()
                    .collect(groupingBy(JournalEntry::partition, counting()))
                    .forEach((partition, read) -> {
                        if (read >= each) {
                            lane.ring(partition); // it may have more
                        }
                    });
        }
    }

    private void createGroup(int partition) {
        if (!grouped.contains(partition)) {
            journal.createGroup(partition);
            grouped.add(partition);
        }
    }

    /** Looks for what nobody has rung for: what other instances appended and did not get to, or have left unfinished. */
    private void goRound() {
        boolean found = lookAtAll();
        betweenRounds = found ? BETWEEN_ROUNDS : betweenRounds.multipliedBy(2);
        if (betweenRounds.compareTo(settings.claimAfter()) > 0) {
            betweenRounds = settings.claimAfter();
        }
        nextRound = System.nanoTime() + betweenRounds.toNanos();
    }

    /**
     * Partitions that are away keep no others from being looked at, but cost time: a few of them end the round, and the
     * next round takes another order.
     */
    private boolean lookAtAll() {
        var round = new ArrayList<>(lane.partitions());
        Collections.shuffle(round);
        boolean forgetting = System.nanoTime() >= nextForgetting;
        boolean found = false;
        int away = 0;
        for (var iterator = round.iterator(); running && away < FAILURES_A_ROUND && iterator.hasNext(); ) {
            try {
                found |= lookAt(iterator.next(), forgetting);
            } catch (RuntimeException failure) {
                outages.warn("The journal is not drained at the moment", failure);
                grouped.clear();
                found = true;
                away++;
            }
        }
        if (forgetting) {
            nextForgetting = System.nanoTime() + FORGET_EVERY.toNanos();
        }
        return found;
    }

    private boolean lookAt(int partition, boolean forgetting) {
        if (journal.backlog(partition) == 0) {
            return false;
        }
        createGroup(partition);
        takeOver(partition);
        if (forgetting) {
            journal.forgetIdleConsumers(partition, FORGOTTEN_AFTER);
        }
        lane.ring(partition);
        return true;
    }

    /** Takes over what others have left, and records it with what this consumer has read and not acknowledged. */
    private void takeOver(int partition) {
        journal.claim(partition);
        long adopted = journal.adopt(partition);
        if (adopted > 0) {
            log.warn("{} unfinished entries of partition {} had no consumer", adopted, partition);
        }
        var entries = journal.unfinished(partition);
        while (running && !entries.isEmpty()) {
            handover.record(entries);
            entries = journal.unfinished(partition);
        }
    }
}
