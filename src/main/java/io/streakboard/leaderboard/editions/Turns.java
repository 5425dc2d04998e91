package io.streakboard.leaderboard.editions;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.streakboard.web.Problem;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * A fair queue for making editions, one batch at a time. A caller waits in it with one call only, so many calls of one
 * caller do not hold up another. Limits the rate of editions of each caller, on each instance.
 */
final class Turns {

    static final int EDITIONS = 5_000;

    private static final Duration WINDOW = Duration.ofMinutes(10);
    private static final int MAX_CALLERS = 10_000;

    /** For modules, which are trusted with any number. */
    private static final String MODULES = "";

    private record Caller(Lock calls, Bucket editions) {

        private Caller() {
            this(
                    new ReentrantLock(true),
                    Bucket.builder()
                            .addLimit(Bandwidth.builder()
                                    .capacity(EDITIONS)
                                    .refillGreedy(EDITIONS, WINDOW)
                                    .build())
                            .build());
        }
    }

    private final Semaphore turn = new Semaphore(1, true);
    private final LoadingCache<String, Caller> callers = Caffeine.newBuilder()
            .maximumSize(MAX_CALLERS)
            .expireAfterAccess(WINDOW)
            .build(name -> new Caller());

    /**
     * Waits for the caller's turn.
     *
     * @param name of the caller; null for modules
     * @param editions number of editions that the work makes
     */
    <T> T take(@Nullable String name, int editions, Supplier<T> work) {
        var caller = callers.get(name == null ? MODULES : name);
        if (name != null) {
            count(caller.editions(), editions);
        }
        caller.calls().lock();
        try {
            turn.acquireUninterruptibly();
            try {
                return work.get();
            } finally {
                turn.release();
            }
        } finally {
            caller.calls().unlock();
        }
    }

    private static void count(Bucket made, int editions) {
        var probe = made.tryConsumeAndReturnRemaining(editions);
        if (!probe.isConsumed()) {
            long wait = 1 + TimeUnit.NANOSECONDS.toSeconds(probe.getNanosToWaitForRefill());
            throw Problem.of(
                            HttpStatus.TOO_MANY_REQUESTS,
                            "rate-limited",
                            "More than %d new partitions and periods in %d s. Try again in %d s."
                                    .formatted(EDITIONS, WINDOW.toSeconds(), wait))
                    .retryAfter((int) wait);
        }
    }
}
