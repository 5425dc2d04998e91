package io.streakboard.signin.journal;

import io.streakboard.time.Lookout;
import io.streakboard.web.CountedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Reads the journal of one partition and has its entries recorded, batch by batch. While a store is away, the entries
 * wait in the journal.
 */
class PartitionDrain implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(PartitionDrain.class);
    private static final CountedLog outages = new CountedLog(log); // one for all partitions

    private static final Duration FORGOTTEN_AFTER = Duration.ofDays(1);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final int partition;
    private final Journal journal;
    private final Handover handover;
    private final Pace pace;
    private final RedisConnectionFactory connections;
    private final JournalProperties settings;
    private long nextClaim = System.nanoTime();
    private volatile boolean running = true;

    PartitionDrain(
            int partition,
            Journal journal,
            Handover handover,
            Pace pace,
            RedisConnectionFactory connections,
            JournalProperties settings) {
        this.partition = partition;
        this.journal = journal;
        this.handover = handover;
        this.pace = pace;
        this.connections = connections;
        this.settings = settings;
    }

    void stop() {
        running = false;
    }

    /** Reads on a connection of its own: a blocking read on the shared one would hold up everybody. */
    @Override
    public void run() {
        while (running) {
            try (var connection = connections.getConnection()) {
                journal.createGroup(partition);
                while (running) {
                    drain(connection);
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException failure) {
                outages.warn("The journal is not drained at the moment", failure);
                startOver();
            } catch (Error failure) {
                log.error("The drain of partition {} of the journal failed and starts over", partition, failure);
                startOver();
            }
        }
    }

    /** Starts with entries that were read and not recorded. */
    private void startOver() {
        nextClaim = System.nanoTime();
        Lookout.pause(PAUSE);
    }

    private void drain(RedisConnection connection) throws InterruptedException {
        if (System.nanoTime() >= nextClaim) {
            takeOver();
            pace.inTurn(() -> finish(connection));
            nextClaim = System.nanoTime() + settings.claimAfter().dividedBy(2).toNanos();
        }
        var entries = journal.await(connection, partition);
        if (!entries.isEmpty()) {
            pace.linger(() -> journal.backlog(partition));
            pace.inTurn(() -> handover.record(partition, fill(connection, entries)));
        }
    }

    private void takeOver() {
        journal.claim(partition);
        long adopted = journal.adopt(partition);
        if (adopted > 0) {
            log.warn("{} unfinished entries of partition {} had no consumer", adopted, partition);
        }
        journal.forgetIdleConsumers(partition, FORGOTTEN_AFTER);
    }

    /**
     * Records the entries that this consumer has read, but not acknowledged: they are left from an outage, or were
     * taken over.
     */
    private void finish(RedisConnection connection) {
        var entries = journal.unfinished(connection, partition);
        while (running && !entries.isEmpty()) {
            handover.record(partition, entries);
            entries = journal.unfinished(connection, partition);
        }
    }

    /** Adds what has arrived meanwhile: under load batches grow, without load an entry waits milliseconds. */
    private List<JournalEntry> fill(RedisConnection connection, List<JournalEntry> entries) {
        int room = settings.batchSize() - entries.size();
        if (room <= 0) {
            return entries;
        }
        var batch = new ArrayList<>(entries);
        batch.addAll(journal.poll(connection, partition, room));
        return batch;
    }
}
