package io.streakboard.web;

import io.streakboard.web.outage.StoreAvailability;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/**
 * A log for failures that may come with every request: one line in ten seconds for each kind, with the number of lines
 * left out before. Several kinds at once make about a line a second. Otherwise the log would grow with the requests and
 * fill the disk while a store is away.
 */
public final class RateLimitedLogger {

    private static final long PAUSE = TimeUnit.SECONDS.toNanos(10);

    private static final class FailureKind {

        private final AtomicLong leftOut = new AtomicLong();
        private final AtomicLong quietUntil;

        FailureKind(long now) {
            quietUntil = new AtomicLong(now);
        }

        boolean passes(long now) {
            long until = quietUntil.get();
            if (now - until >= 0 && quietUntil.compareAndSet(until, now + PAUSE)) {
                return true;
            }
            leftOut.incrementAndGet();
            return false;
        }

        String number() {
            long number = leftOut.getAndSet(0);
            return number == 0 ? "" : " (" + number + " more like this were left out)";
        }
    }

    private final Logger log;
    private final LongSupplier nanos;
    private final Map<String, FailureKind> kinds = new ConcurrentHashMap<>();

    public RateLimitedLogger(Logger log) {
        this(log, System::nanoTime);
    }

    RateLimitedLogger(Logger log, LongSupplier nanos) {
        this.log = log;
        this.nanos = nanos;
    }

    /**
     * Logs a failure, unless the store that causes it is already known to be away.
     *
     * @param message the kind of failure: the same text each time
     */
    public void warn(String message, Throwable failure) {
        warn(message, "", failure);
    }

    private void warn(String message, String example, Throwable failure) {
        if (StoreAvailability.explain(failure)) {
            return;
        }
        var kind = kind(message);
        if (kind.passes(nanos.getAsLong())) {
            log.warn("{}{}: {}{}", message, example, RootCause.of(failure), kind.number());
        }
    }

    /** Logs with the stack trace. Each class of failure is a kind of its own. */
    void error(String message, Throwable failure) {
        error(message, "", failure);
    }

    private void error(String message, String example, Throwable failure) {
        var kind = kind(message + failure.getClass().getName());
        if (kind.passes(nanos.getAsLong())) {
            log.error("{}{}{}", message, example, kind.number(), failure);
        }
    }

    /** Logs an outage of a store as one line, and a defect with its stack trace. */
    public void failure(String message, Throwable failure) {
        failure(message, "", failure);
    }

    /** @param example what it was about this time; follows the message and makes no other kind */
    public void failure(String message, String example, Throwable failure) {
        if (Outage.is(failure)) {
            warn(message, example, failure);
        } else {
            error(message, example, failure);
        }
    }

    private FailureKind kind(String name) {
        return kinds.computeIfAbsent(name, key -> new FailureKind(nanos.getAsLong()));
    }
}
