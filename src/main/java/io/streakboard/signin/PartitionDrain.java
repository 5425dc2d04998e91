package io.streakboard.signin;

import io.lettuce.core.RedisException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.transaction.TransactionSystemException;

/**
 * Carries the sign-ins of one partition from the journal to MySQL. An entry is acknowledged after its transaction has
 * committed, so it may be recorded twice, but never not at all. While MySQL is away the entries wait in the journal.
 */
class PartitionDrain implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(PartitionDrain.class);

    private static final Duration FORGOTTEN_AFTER = Duration.ofDays(1);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final int TRIES_ALONE = 3;
    private static final int LONG = 20_000;

    private final int partition;
    private final Journal journal;
    private final SignInLog signInLog;
    private final Restoration restoration;
    private final RedisConnectionFactory connections;
    private final Crowd crowd;
    private final SignInProperties.Journal settings;
    private final Semaphore transactions;
    private long nextClaim = System.nanoTime();
    private volatile boolean running = true;

    PartitionDrain(
            int partition,
            Journal journal,
            SignInLog signInLog,
            Restoration restoration,
            RedisConnectionFactory connections,
            Crowd crowd,
            SignInProperties.Journal settings,
            Semaphore transactions) {
        this.partition = partition;
        this.journal = journal;
        this.signInLog = signInLog;
        this.restoration = restoration;
        this.connections = connections;
        this.crowd = crowd;
        this.settings = settings;
        this.transactions = transactions;
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
                log.warn("Partition {} of the journal is not drained at the moment: {}", partition, failure.toString());
                beginAnew();
            } catch (Error failure) {
                log.error("The drain of partition {} of the journal broke off and begins anew", partition, failure);
                beginAnew();
            }
        }
    }

    /** Begins with what was read and not recorded. */
    private void beginAnew() {
        nextClaim = System.nanoTime();
        pause();
    }

    private void drain(RedisConnection connection) throws InterruptedException {
        if (System.nanoTime() >= nextClaim) {
            journal.claim(partition);
            long adopted = journal.adopt(partition);
            if (adopted > 0) {
                log.warn("{} entries of partition {} were in nobody's hands", adopted, partition);
            }
            journal.forgetIdleConsumers(partition, FORGOTTEN_AFTER);
            inTurn(() -> finish(connection));
            nextClaim = System.nanoTime() + settings.claimAfter().dividedBy(2).toNanos();
        }
        var entries = journal.await(connection, partition);
        if (!entries.isEmpty()) {
            linger();
            inTurn(() -> record(fill(connection, entries)));
        }
    }

    /**
     * Lets a batch fill. While learners wait for their sign-in the drain steps back and leaves them the processors: the
     * journal holds what they did. It does not step back for ever, nor from a journal that is long already.
     */
    private void linger() throws InterruptedException {
        long patience = System.nanoTime() + settings.patience().toNanos();
        do {
            Thread.sleep(settings.linger());
        } while (crowd.waits() && System.nanoTime() < patience && journal.backlog(partition) < LONG);
    }

    /** Bounds the transactions of all partitions: each may need further connections for the listeners it publishes to. */
    private void inTurn(Runnable work) throws InterruptedException {
        transactions.acquire();
        try {
            work.run();
        } finally {
            transactions.release();
        }
    }

    /** Records what this consumer has read, but not acknowledged: left from an outage, or taken over. */
    private void finish(RedisConnection connection) {
        var entries = journal.unfinished(connection, partition);
        while (running && !entries.isEmpty()) {
            record(entries);
            entries = journal.unfinished(connection, partition);
        }
    }

    /** Fills a batch with what has arrived meanwhile: under load batches grow, alone an entry waits milliseconds. */
    private List<JournalEntry> fill(RedisConnection connection, List<JournalEntry> entries) {
        int room = settings.batchSize() - entries.size();
        if (room <= 0) {
            return entries;
        }
        var batch = new ArrayList<>(entries);
        batch.addAll(journal.poll(connection, partition, room));
        return batch;
    }

    /** Records a batch, or each entry alone if one of them spoils it. Fails if a store is away: then all of it waits. */
    private void record(List<JournalEntry> entries) {
        try {
            recordAndAcknowledge(entries);
        } catch (RuntimeException failure) {
            if (storeUnavailable(failure)) {
                throw failure;
            }
            log.warn("A batch of {} sign-ins failed, each is tried alone: {}", entries.size(), failure.toString());
            entries.forEach(this::recordAlone);
        }
    }

    /** Tries an entry until it is recorded, or fails for a reason of its own: then it must not block the rest. */
    private void recordAlone(JournalEntry entry) {
        for (int tries = 1; ; tries++) {
            try {
                recordAndAcknowledge(List.of(entry));
                return;
            } catch (RuntimeException failure) {
                if (storeUnavailable(failure)) {
                    throw failure;
                }
                if (tries == TRIES_ALONE) {
                    log.error("Entry {} of the journal cannot be recorded and was parked", entry.id(), failure);
                    journal.park(partition, entry, failure);
                    return;
                }
            }
        }
    }

    /** Entries that have gone meanwhile: if not another consumer took them, Redis has lost them, and perhaps the bits. */
    private void recordAndAcknowledge(List<JournalEntry> entries) {
        var signIns = entries.stream().map(JournalEntry::signIn).toList();
        signInLog.record(signIns);
        if (!journal.acknowledge(partition, entries)) {
            restoration.restore(signIns.stream().map(SignIn::user).collect(Collectors.toSet()));
        }
    }

    private static boolean storeUnavailable(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLTransientException
                    || cause instanceof SQLRecoverableException
                    || cause instanceof RedisException
                    || cause instanceof TransactionSystemException // not even the rollback reached MySQL
                    || cause instanceof SQLException sql && isConnectionFailure(sql)) {
                return true;
            }
        }
        return false;
    }

    /** SQL state class 08, "connection exception". */
    private static boolean isConnectionFailure(SQLException failure) {
        return failure.getSQLState() != null && failure.getSQLState().startsWith("08");
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
