package io.streakboard.web;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * The rows that pages are shown as, shared by all readers who got the very same page from a shared round trip. They are
 * found by the identity of its entries, so nobody gets rows of another trip, whatever is on it.
 */
public final class RowCache<E, R> {

    /** Longer than readers of a trip are apart, and not so long that rows fill the heap. */
    private static final Duration KEPT = Duration.ofMillis(250);

    private final Cache<List<E>, List<R>> rows;

    public RowCache() {
        this(KEPT);
    }

    RowCache(Duration kept) {
        this.rows = Caffeine.newBuilder()
                .weakKeys()
                .expireAfterWrite(kept)
                .executor(Runnable::run) // a thread to be woken costs more than the upkeep
                .build();
    }

    public List<R> of(List<E> entries, Function<List<E>, List<R>> make) {
        var known = rows.getIfPresent(entries);
        if (known != null) {
            return known;
        }
        var made = new SharedRows<>(make.apply(entries)); // outside of the cache: nobody waits for one that hangs
        return Objects.requireNonNullElse(rows.asMap().putIfAbsent(entries, made), made);
    }
}
