package io.streakboard.web.outage;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.springframework.core.NestedExceptionUtils;

/**
 * Tells whether this instance considers a store away. After a failure it asks the store. If the store does not answer,
 * a line in the log says that it is away; when it answers again, a second line says how long it was away.
 */
final class AvailabilityProbe {

    /** A cheap query; fails if the store does not answer. */
    interface HealthQuery {
        void run() throws Exception;
    }

    private enum Availability {
        ANSWERS,
        IN_DOUBT,
        AWAY
    }

    private final String store;
    private final HealthQuery query;
    private final Logger log;
    private final LongSupplier nanos;
    private Availability state = Availability.ANSWERS;
    private long since;

    AvailabilityProbe(String store, HealthQuery query, Logger log, LongSupplier nanos) {
        this.store = store;
        this.query = query;
        this.log = log;
        this.nanos = nanos;
    }

    /** Records a failure that the store may have caused; returns whether to begin to {@link #look}. */
    synchronized boolean failed() {
        if (state != Availability.ANSWERS) {
            return false;
        }
        state = Availability.IN_DOUBT;
        since = nanos.getAsLong();
        return true;
    }

    synchronized boolean isAway() {
        return state == Availability.AWAY;
    }

    /** Asks the store, and returns whether it answers. */
    boolean look() {
        try {
            query.run();
        } catch (Exception | Error failure) { // no failure counts as an answer
            silent(failure);
            return false;
        }
        answered();
        return true;
    }

    private synchronized void silent(Throwable failure) {
        if (state == Availability.IN_DOUBT) {
            var root = NestedExceptionUtils.getMostSpecificCause(failure);
            log.warn(
                    "{} is away ({}): failures that it causes are not logged until it is back", store, root.toString());
        }
        state = Availability.AWAY;
    }

    private synchronized void answered() {
        if (state == Availability.AWAY) {
            var seconds = Duration.ofNanos(nanos.getAsLong() - since).toMillis() / 1000.0;
            log.warn("{} is back after {} s", store, "%,.1f".formatted(seconds));
        }
        state = Availability.ANSWERS;
    }
}
