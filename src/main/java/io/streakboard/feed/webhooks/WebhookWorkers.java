package io.streakboard.feed.webhooks;

import io.streakboard.feed.table.FeedTable;
import io.streakboard.feed.table.Sequencer;
import io.streakboard.web.RateLimitedLogger;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.DefaultLockingTaskExecutor;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.LockingTaskExecutor;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * A thread for each webhook, so that a slow receiver delays no other. Every instance has them; a lock in Redis lets one
 * instance at a time deliver to a webhook, for half a minute, so that instances share the work. The lock only saves
 * double calls: see {@link WebhookTable}. No call begins once the {@link Sequencer} has stopped, and a stop waits for
 * running calls, or their receivers would get them twice.
 */
@Component
@ConditionalOnBooleanProperty("streakboard.feed.enabled")
class WebhookWorkers implements SmartLifecycle {

    private static final RateLimitedLogger log = new RateLimitedLogger(LoggerFactory.getLogger(WebhookWorkers.class));

    private static final Duration TURN = Duration.ofSeconds(30);

    /** A turn and its last call. */
    private static final Duration LOCK_TIME = TURN.plus(WebhookSender.DEADLINE).plusSeconds(10);

    /** How often to try the lock, and to check for due tries while the feed does not move. */
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

    private final List<Webhook> webhooks;
    private final WebhookDispatcher dispatcher;
    private final Sequencer sequencer;
    private final FeedTable feed;
    private final LockingTaskExecutor locks;
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private volatile boolean running;

    WebhookWorkers(
            ConfiguredWebhooks configured,
            WebhookDispatcher dispatcher,
            Sequencer sequencer,
            FeedTable feed,
            LockProvider locks) {
        this.webhooks = configured.webhooks();
        this.dispatcher = dispatcher;
        this.sequencer = sequencer;
        this.feed = feed;
        this.locks = new DefaultLockingTaskExecutor(locks);
    }

    /** The pause lets another instance have the lock. */
    private void run(Webhook webhook) {
        var name = "webhook-" + webhook.name();
        while (running) {
            try {
                locks.executeWithLock(
                        (Runnable) () -> deliver(webhook),
                        new LockConfiguration(ClockProvider.now(), name, LOCK_TIME, Duration.ZERO));
            } catch (RuntimeException | Error failure) { // the next check tries again
                log.failure("A webhook pauses", failure);
            }
            LockSupport.parkNanos(CHECK_INTERVAL.toNanos());
        }
    }

    private void deliver(Webhook webhook) {
        long end = System.nanoTime() + TURN.toNanos();
        while (running && sequencer.isRunning() && System.nanoTime() < end) {
            long head = feed.head().position();
            if (!dispatcher.deliver(webhook)) {
                sequencer.await(head, CHECK_INTERVAL);
            }
        }
    }

    @Override
    public void start() {
        running = true;
        webhooks.forEach(webhook ->
                threads.add(Thread.ofVirtual().name("webhook-" + webhook.name()).start(() -> run(webhook))));
    }

    @Override
    public void stop() {
        running = false;
        threads.forEach(LockSupport::unpark);
        try {
            for (var thread : threads) {
                thread.join(LOCK_TIME);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        threads.clear();
    }

    /** Waits for running calls in parallel with others of its phase. */
    @Override
    public void stop(Runnable stopped) {
        Thread.ofVirtual().name("webhooks-stop").start(() -> {
            stop();
            stopped.run();
        });
    }

    /** Stops while the server waits for its requests, which takes as long as a call at most. */
    @Override
    public int getPhase() {
        return WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE;
    }

    @Override
    public boolean isRunning() {
        return !threads.isEmpty();
    }
}
