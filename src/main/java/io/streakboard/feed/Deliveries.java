package io.streakboard.feed;

import io.streakboard.web.CountedLog;
import java.time.Duration;
import java.util.List;
import net.javacrumbs.shedlock.core.ClockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * A thread for each webhook, so that a slow receiver delays no other. Every instance has them; a lock in Redis lets one
 * instance at a time deliver to a webhook, for half a minute at a stretch, so that instances share the work. The lock
 * only saves double calls: see {@link WebhookTable}.
 */
@Component
@ConditionalOnBooleanProperty("streakboard.feed.enabled")
class Deliveries implements SmartLifecycle {

    private static final CountedLog failures = new CountedLog(LoggerFactory.getLogger(Deliveries.class));

    private static final Duration LOCKED = Duration.ofMinutes(1);
    private static final Duration STRETCH = Duration.ofSeconds(30);

    /** How often to look for retries and replays that are due while the feed does not move. */
    private static final Duration LOOK = Duration.ofSeconds(2);

    private final List<Webhook> webhooks;
    private final Courier courier;
    private final Sequencer sequencer;
    private final FeedTable feed;
    private final LockProvider locks;
    private volatile boolean running;

    Deliveries(
            ConfiguredWebhooks configured, Courier courier, Sequencer sequencer, FeedTable feed, LockProvider locks) {
        this.webhooks = configured.webhooks();
        this.courier = courier;
        this.sequencer = sequencer;
        this.feed = feed;
        this.locks = locks;
    }

    private void run(Webhook webhook) {
        try {
            while (running) {
                sequencer.await(deliver(webhook), LOOK);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the end of the feed before it was delivered; what comes behind it is news. */
    private long deliver(Webhook webhook) {
        try {
            long head = feed.head().position();
            var lock = new LockConfiguration(ClockProvider.now(), "webhook-" + webhook.name(), LOCKED, Duration.ZERO);
            locks.lock(lock).ifPresent(held -> {
                try {
                    long end = System.nanoTime() + STRETCH.toNanos();
                    boolean more = true;
                    while (more && running && System.nanoTime() < end) {
                        more = courier.deliver(webhook);
                    }
                } finally {
                    held.unlock();
                }
            });
            return head;
        } catch (RuntimeException | Error failure) { // whatever it is, the next look tries again
            failures.failure("A webhook pauses", failure);
            return Long.MAX_VALUE;
        }
    }

    @Override
    public void start() {
        running = true;
        webhooks.forEach(
                webhook -> Thread.ofVirtual().name("webhook-" + webhook.name()).start(() -> run(webhook)));
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
