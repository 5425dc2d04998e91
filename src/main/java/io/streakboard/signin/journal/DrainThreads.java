package io.streakboard.signin.journal;

import io.streakboard.signin.partition.Partitions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.context.SmartLifecycle;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.stereotype.Component;

/** Runs a {@link PartitionDrain} for each partition, on every instance. */
@Component
class DrainThreads implements SmartLifecycle {

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

    private final Journal journal;
    private final Handover handover;
    private final Pace pace;
    private final RedisConnectionFactory connections;
    private final JournalProperties settings;
    private final Partitions partitions;
    private final List<PartitionDrain> drains = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    DrainThreads(
            Journal journal,
            Handover handover,
            Pace pace,
            RedisConnectionFactory connections,
            JournalProperties settings,
            Partitions partitions) {
        this.journal = journal;
        this.handover = handover;
        this.pace = pace;
        this.connections = connections;
        this.settings = settings;
        this.partitions = partitions;
    }

    @Override
    public void start() {
        partitions.all().forEach(partition -> {
            var drain = new PartitionDrain(partition, journal, handover, pace, connections, settings);
            drains.add(drain);
            threads.add(Thread.ofVirtual().name("journal-" + partition).start(drain));
        });
    }

    /** Lets the batches under way finish. Another instance takes over what is not acknowledged then. */
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
