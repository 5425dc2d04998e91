package io.streakboard.leaderboard.rankings;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Cache of the rows of pages: the readers of one batch share a page and its rows. The key is the identity of the page's
 * list of entries, so a reader never gets rows of another batch.
 */
final class RowCache<E, R> {

    /** Long enough for all readers of a batch, and short enough that rows do not fill the heap. */
    private static final Duration KEPT = Duration.ofMillis(250);

    private final Cache<List<E>, List<R>> rows;

    RowCache() {
        this(KEPT);
    }

    RowCache(Duration kept) {
        this.rows = Caffeine.newBuilder()
                .weakKeys()
                .expireAfterWrite(kept)
                .executor(Runnable::run) // waking a thread costs more than the upkeep
                .build();
    }

    List<R> of(List<E> entries, Function<List<E>, List<R>> make) {
        var known = rows.getIfPresent(entries);
        if (known != null) {
            return known;
        }
        var made = new SerializedRows<>(make.apply(entries)); // outside of the cache, so no reader waits for another
        return Objects.requireNonNullElse(rows.asMap().putIfAbsent(entries, made), made);
    }
}
