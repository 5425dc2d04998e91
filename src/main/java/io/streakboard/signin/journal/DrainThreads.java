package io.streakboard.signin.journal;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Runs a {@link LaneDrain} for each lane, on every instance. */
@Component
class DrainThreads implements SmartLifecycle {

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

    private final Journal journal;
    private final Handover handover;
    private final Pace pace;
    private final JournalProperties settings;
    private final Lanes lanes;
    private final List<LaneDrain> drains = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    DrainThreads(Journal journal, Handover handover, Pace pace, JournalProperties settings, Lanes lanes) {
        this.journal = journal;
        this.handover = handover;
        this.pace = pace;
        this.settings = settings;
        this.lanes = lanes;
    }

    @Override
    public void start() {
        lanes.all().forEach(lane -> {
            var drain = new LaneDrain(lane, journal, handover, pace, settings);
            drains.add(drain);
            threads.add(Thread.ofVirtual().name("journal-" + threads.size()).start(drain));
        });
    }

    /** Lets running batches finish. Another instance takes over entries that are then not acknowledged. */
    @Override
    public void stop() {
        drains.forEach(LaneDrain::stop);
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

    /** The names of threads that died: no other thread of this instance drains their lanes. */
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
