package io.streakboard.signin.journal;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Runs a {@link JournalConsumer} for each partition group, on every instance. */
@Component
class JournalConsumers implements SmartLifecycle {

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

    private final Journal journal;
    private final EntryProcessor processor;
    private final DrainThrottle throttle;
    private final JournalProperties settings;
    private final PartitionGroups groups;
    private final List<JournalConsumer> consumers = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    JournalConsumers(
            Journal journal,
            EntryProcessor processor,
            DrainThrottle throttle,
            JournalProperties settings,
            PartitionGroups groups) {
        this.journal = journal;
        this.processor = processor;
        this.throttle = throttle;
        this.settings = settings;
        this.groups = groups;
    }

    @Override
    public void start() {
        groups.all().forEach(group -> {
            var consumer = new JournalConsumer(group, journal, processor, throttle, settings);
            consumers.add(consumer);
            threads.add(Thread.ofVirtual().name("journal-" + threads.size()).start(consumer));
        });
    }

    /** Lets running batches finish. Another instance takes over entries that are then not acknowledged. */
    @Override
    public void stop() {
        consumers.forEach(JournalConsumer::stop);
        try {
            for (var thread : threads) {
                if (!thread.join(STOP_TIMEOUT)) {
                    thread.interrupt();
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        consumers.clear();
        threads.clear();
    }

    /** The names of dead threads: no other thread of this instance drains their partitions. */
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
