package io.streakboard.feed.table;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.streakboard.web.RateLimitedLogger;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Assigns positions to events and wakes waiting readers. Every instance has this thread; a row lock admits one at a
 * time. Stops before the server, which would wait for its waiting requests.
 */
@Component
@ConditionalOnBooleanProperty("streakboard.feed.enabled")
public class Sequencer implements SmartLifecycle {

    /** Age of the oldest event without a position. */
    static final String LAG = "streakboard.feed.lag";

    private static final RateLimitedLogger log = new RateLimitedLogger(LoggerFactory.getLogger(Sequencer.class));

    private static final Duration TICK = Duration.ofMillis(200);

    private final FeedTable feed;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition advanced = lock.newCondition();
    private volatile boolean running;
    private long head;

    Sequencer(FeedTable feed, MeterRegistry metrics) {
        this.feed = feed;
        Gauge.builder(LAG, feed, FeedTable::lagSeconds).baseUnit("seconds").register(metrics);
    }

    /** Waits until the feed goes on behind a position; returns at once when this stops. */
    public void await(long position, Duration atMost) {
        long left = atMost.toNanos();
        lock.lock();
        try {
            while (running && head <= position && left > 0) {
                left = advanced.awaitNanos(left);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        while (running) {
            try {
                boolean more;
                do {
                    more = feed.sequence() == FeedTable.BATCH;
                    publish(feed.head().position());
                } while (more && running);
            } catch (RuntimeException | Error failure) { // the next tick tries again
                log.failure("The feed pauses", failure);
            }
            LockSupport.parkNanos(TICK.toNanos());
        }
    }

    private void publish(long position) {
        lock.lock();
        try {
            head = position;
            advanced.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void start() {
        running = true;
        Thread.ofVirtual().name("feed").start(this::run);
    }

    @Override
    public void stop() {
        running = false;
        publish(Long.MAX_VALUE);
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
