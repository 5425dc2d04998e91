package io.streakboard.signin;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/**
 * The learners who wait for their sign-in on this instance. While there are more than it can serve at once, what can
 * wait should: see {@link PartitionDrain}.
 */
@Component
class Crowd {

    private static final int SERVED_AT_ONCE = Runtime.getRuntime().availableProcessors();

    private final AtomicInteger waiting = new AtomicInteger();

    <T> T join(Supplier<T> signIn) {
        waiting.incrementAndGet();
        try {
            return signIn.get();
        } finally {
            waiting.decrementAndGet();
        }
    }

    boolean waits() {
        return waiting.get() > SERVED_AT_ONCE;
    }
}
