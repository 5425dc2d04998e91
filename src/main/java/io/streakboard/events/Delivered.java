package io.streakboard.events;

import io.streakboard.web.CountedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Removes delivered events from the registry, a moment later and many at once: a commit for each would cost as much as
 * many a delivery. What a crash leaves is delivered a second time, which is what listeners expect anyway.
 */
@Component
class Delivered implements SmartLifecycle {

    private static final CountedLog failures = new CountedLog(LoggerFactory.getLogger(Delivered.class));

    private static final int BATCH = 500;

    private static final Duration LOOK_EVERY = Duration.ofMillis(200);
    private static final Duration PAUSE = Duration.ofMillis(10);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private final JdbcClient jdbc;
    private final BlockingQueue<UUID> waiting = new LinkedBlockingQueue<>();
    private volatile boolean running;
    private volatile @Nullable Thread thread;

    Delivered(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Removes a publication soon. */
    void add(UUID publication) {
        waiting.add(publication);
    }

    private void run() {
        while (running || !waiting.isEmpty()) {
            try {
                var first = waiting.poll(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
                if (first != null) {
                    var batch = new ArrayList<>(List.of(first));
                    waiting.drainTo(batch, BATCH - 1);
                    remove(batch);
                    LockSupport.parkNanos(running ? PAUSE.toNanos() : 0);
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException | Error failure) { // whatever it is, the thread goes on with the next events
                failures.failure("Delivered events stay in the registry, and may be delivered again", failure);
            }
        }
    }

    private void remove(List<UUID> publications) {
        jdbc.sql("DELETE FROM EVENT_PUBLICATION WHERE id IN (:ids)")
                .param("ids", publications.stream().map(UUID::toString).sorted().toList())
                .update();
    }

    @Override
    public void start() {
        running = true;
        thread = Thread.ofVirtual().name("delivered-events").start(this::run);
    }

    /** Removes what waits. */
    @Override
    public void stop() {
        running = false;
        var working = thread;
        if (working != null) {
            try {
                if (!working.join(STOP_TIMEOUT)) {
                    working.interrupt();
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            thread = null;
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Before all that publishes events in starting, so after it in stopping. */
    @Override
    public int getPhase() {
        return Integer.MIN_VALUE;
    }
}
