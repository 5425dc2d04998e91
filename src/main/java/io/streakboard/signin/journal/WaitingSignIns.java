package io.streakboard.signin.journal;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/**
 * The callers waiting for an answer on this instance. While they outnumber the processors and these are busy, journal
 * consumers pause: see {@link DrainThrottle}.
 */
@Component
public class WaitingSignIns {

    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();

    private final AtomicInteger waiting = new AtomicInteger();

    /** Counts a caller until the work is done. */
    public <T> T count(Supplier<T> work) {
        waiting.incrementAndGet();
        try {
            return work.get();
        } finally {
            waiting.decrementAndGet();
        }
    }

    boolean exceedProcessors() {
        return waiting.get() > PROCESSORS;
    }
}
