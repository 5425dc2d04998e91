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

/** Reads the feed for callers. Waits run on separate threads and hold no request permit. */
@Service
@ConditionalOnBooleanProperty("streakboard.feed.enabled")
class FeedReaders {

    private static final int WAITING_PER_CALLER = 4;

    private final FeedTable feed;
    private final Sequencer sequencer;

    /** Number of waiting reads by caller. */
    private final Map<String, Integer> waiting = new ConcurrentHashMap<>();

    FeedReaders(FeedTable feed, Sequencer sequencer) {
        this.feed = feed;
        this.sequencer = sequencer;
    }

    /**
     * Answers at once if there are events or the timeout is zero.
     *
     * @param caller limits the waiting reads
     * @param after null: from the oldest event that is kept
     */
    CompletableFuture<EventSlice> read(
            String caller, @Nullable Long after, Set<FeedType> types, int limit, Duration timeout) {
        var first = feed.after(after == null ? feed.head().removed() : after, types, limit);
        if (!first.events().isEmpty() || timeout.isZero()) {
            return CompletableFuture.completedFuture(first);
        }
        enter(caller);
        return CompletableFuture.supplyAsync(() -> waitFor(first, types, limit, timeout), Thread::startVirtualThread)
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

    private EventSlice waitFor(EventSlice first, Set<FeedType> types, int limit, Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        var slice = first;
        for (long left = timeout.toNanos();
                slice.events().isEmpty() && left > 0 && sequencer.isRunning();
                left = deadline - System.nanoTime()) {
            sequencer.await(slice.next(), Duration.ofNanos(left));
            slice = feed.after(slice.next(), types, limit);
        }
        return slice;
    }
}
