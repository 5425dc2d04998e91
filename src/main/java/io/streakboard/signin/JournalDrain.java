package io.streakboard.signin;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import org.springframework.context.SmartLifecycle;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.stereotype.Component;

/** Runs a {@link PartitionDrain} for each partition, on every instance. */
@Component
class JournalDrain implements SmartLifecycle {

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

    private final Journal journal;
    private final SignInLog signInLog;
    private final Restoration restoration;
    private final RedisConnectionFactory connections;
    private final Crowd crowd;
    private final SignInProperties properties;
    private final List<PartitionDrain> drains = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    JournalDrain(
            Journal journal,
            SignInLog signInLog,
            Restoration restoration,
            RedisConnectionFactory connections,
            Crowd crowd,
            SignInProperties properties) {
        this.journal = journal;
        this.signInLog = signInLog;
        this.restoration = restoration;
        this.connections = connections;
        this.crowd = crowd;
        this.properties = properties;
    }

    @Override
    public void start() {
        var transactions = new Semaphore(properties.journal().transactions());
        for (int partition = 0; partition < properties.partitions(); partition++) {
            var drain = new PartitionDrain(
                    partition, journal, signInLog, restoration, connections, crowd, properties.journal(), transactions);
            drains.add(drain);
            threads.add(Thread.ofVirtual().name("journal-" + partition).start(drain));
        }
    }

    /** Lets the batches under way finish. What is not acknowledged then is taken over by another instance. */
    @Override
    public void stop() {
        drains.forEach(PartitionDrain::stop);
        try {
            for (var thread : threads) {
                if (!thread.join(STOP_TIMEOUT)) {
                    thread.interrupt();
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        drains.clear();
        threads.clear();
    }

    /** The names of threads that have ended though nobody stopped them: nothing else drains their partitions here. */
    List<String> dead() {
        return threads.stream()
                .filter(thread -> !thread.isAlive())
                .map(Thread::getName)
                .toList();
    }

    @Override
    public boolean isRunning() {
        return !threads.isEmpty();
    }
}
