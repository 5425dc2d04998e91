package io.streakboard.runs;

import io.streakboard.time.Polling;
import io.streakboard.web.RateLimitedLogger;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import org.springframework.util.function.ThrowingConsumer;

/**
 * The runs of this instance, each on its own thread. When the application stops, it asks them to end and waits a
 * little. Other instances clean up runs that do not stop in time, as after a crash.
 */
@Component
public class Background implements SmartLifecycle {

    private static final RateLimitedLogger log = new RateLimitedLogger(LoggerFactory.getLogger(Background.class));
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);

    private final AtomicInteger underWay = new AtomicInteger();
    private volatile boolean stopping;

    /** Starts a run in the background and returns its thread. */
    public Thread begin(String name, ThrowingConsumer<CancellationToken> work) {
        underWay.incrementAndGet();
        return Thread.ofVirtual().name(name).start(() -> {
            try {
                work.acceptWithException(() -> stopping);
            } catch (Exception | Error failure) {
                log.failure(name + " broke off", failure);
            } finally {
                underWay.decrementAndGet();
            }
        });
    }

    @Override
    public void start() {
        stopping = false;
    }

    @Override
    public void stop() {
        stopping = true;
        Polling.until(() -> underWay.get() == 0, STOP_TIMEOUT);
    }

    @Override
    public boolean isRunning() {
        return !stopping;
    }
}
