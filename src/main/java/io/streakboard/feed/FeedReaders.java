package io.streakboard.feed;

import io.streakboard.feed.table.FeedTable;
import io.streakboard.feed.table.FeedTable.EventSlice;
import io.streakboard.feed.table.FeedType;
import io.streakboard.feed.table.Sequencer;
import io.streakboard.web.Problem;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;

/** Reads the feed for callers. Those who wait do so on threads of their own, and take no place from other requests. */
@Service
@ConditionalOnBooleanProperty("streakboard.feed.enabled")
class FeedReaders {

    private static final int WAITING_PER_CALLER = 4;

    private final FeedTable feed;
    private final Sequencer sequencer;

    /** How often each caller waits. */
    private final Map<String, Integer> waiting = new ConcurrentHashMap<>();

    FeedReaders(FeedTable feed, Sequencer sequencer) {
        this.feed = feed;
        this.sequencer = sequencer;
    }

    /**
     * Answers at once if there are events, or none are waited for.
     *
     * @param caller whose waits are counted together
     * @param after null: from the oldest event that is kept
     */
    CompletableFuture<EventSlice> read(
            String caller, @Nullable Long after, Set<FeedType> types, int limit, Duration patience) {
        var first = feed.after(after == null ? feed.head().removed() : after, types, limit);
        if (!first.events().isEmpty() || patience.isZero()) {
            return CompletableFuture.completedFuture(first);
        }
        enter(caller);
        return CompletableFuture.supplyAsync(() -> waitFor(first, types, limit, patience), Thread::startVirtualThread)
                .whenComplete((slice, failure) -> leave(caller));
    }

    private void enter(String caller) {
        if (waiting.merge(caller, 1, Integer::sum) > WAITING_PER_CALLER) {
            leave(caller);
            throw Problem.of(
                            HttpStatus.TOO_MANY_REQUESTS,
                            "rate-limited",
                            "A caller may wait %d times at once.".formatted(WAITING_PER_CALLER))
                    .retryAfter(2);
        }
    }

    private void leave(String caller) {
        waiting.computeIfPresent(caller, (key, times) -> times == 1 ? null : times - 1);
    }

    private EventSlice waitFor(EventSlice first, Set<FeedType> types, int limit, Duration patience) {
        long deadline = System.nanoTime() + patience.toNanos();
        var slice = first;
        for (long left = patience.toNanos();
                slice.events().isEmpty() && left > 0 && sequencer.isRunning();
                left = deadline - System.nanoTime()) {
            sequencer.await(slice.next(), Duration.ofNanos(left));
            slice = feed.after(slice.next(), types, limit);
        }
        return slice;
    }
}
