package io.streakboard.sharing;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Batches concurrent calls: callers that ask at the same time share one round batch. A few batches are in flight at a
 * time. Requests that arrive meanwhile are gathered for the next batch, and equal requests get one answer. A batch is
 * sent after its last request was made, so no answer is older than its request: this is no cache. A single caller does
 * not wait.
 */
public final class RequestBatcher<Q, A> {

    private final ToIntFunction<Q> sizes;
    private final int maxSize;
    private final int maxInFlight;
    private final int maxPartial;
    private final Duration timeout;
    private final Function<List<Q>, List<A>> store;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();

    /** The batches that the next ones wait for, the oldest first. */
    private final Deque<Batch> inFlight = new ArrayDeque<>();

    private @Nullable Batch gathering;

    /**
     * @param maxBatch approximate maximum of requests in a batch; one caller's requests stay together
     * @param maxInFlight the most batches at a time. With a single batch the store idles while callers work on their
     *     answers; with many, few callers share a batch
     * @param timeout how long a batch waits for earlier ones; a batch that hangs delays only its own callers
     * @param store answers requests in one round batch, in their order
     */
    public RequestBatcher(int maxBatch, int maxInFlight, Duration timeout, Function<List<Q>, List<A>> store) {
        this(request -> 1, maxBatch, maxInFlight, maxInFlight, timeout, store);
    }

    /**
     * @param sizes of the requests
     * @param maxSize a batch with this size is full
     * @param maxPartial the most batches at a time that are not full
     */
    RequestBatcher(
            ToIntFunction<Q> sizes,
            int maxSize,
            int maxInFlight,
            int maxPartial,
            Duration timeout,
            Function<List<Q>, List<A>> store) {
        this.sizes = sizes;
        this.maxSize = maxSize;
        this.maxInFlight = maxInFlight;
        this.maxPartial = maxPartial;
        this.timeout = timeout;
        this.store = store;
    }

    private final class Batch {

        private final Map<Q, Integer> requests = new LinkedHashMap<>();
        private final CompletableFuture<List<A>> answers = new CompletableFuture<>();
        private int size;

        private void add(Collection<Q> more) {
            for (var request : more) {
                if (requests.putIfAbsent(request, requests.size()) == null) {
                    size += sizes.applyAsInt(request);
                }
            }
        }

        private boolean isFull() {
            return size >= maxSize;
        }
    }

    /** The answers to the requests, in their order, all from one moment. */
    public List<A> ask(List<Q> requests) {
        Batch batch;
        boolean leads = false;
        lock.lock();
        try {
            if (gathering == null) {
                gathering = new Batch();
                leads = true;
            }
            batch = gathering;
            batch.add(requests);
            if (batch.isFull()) {
                gathering = null; // the next one begins another
                room.signalAll();
            }
        } finally {
            lock.unlock();
        }
        if (leads) {
            lead(batch);
        }
        var answers = join(batch);
        return requests.stream()
                .map(request -> answers.get(Objects.requireNonNull(batch.requests.get(request))))
                .toList();
    }

    private void lead(Batch batch) {
        lock.lock();
        try {
            awaitRoom(batch);
            inFlight.add(batch);
            if (gathering == batch) {
                gathering = null;
            }
        } finally {
            lock.unlock();
        }
        try {
            batch.answers.complete(store.apply(List.copyOf(batch.requests.keySet())));
        } catch (RuntimeException | Error failure) { // every caller has to learn of it
            batch.answers.completeExceptionally(failure);
        } finally {
            lock.lock();
            try {
                inFlight.remove(batch);
                room.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** A batch that timed out no longer holds up later ones. */
    private void awaitRoom(Batch batch) {
        try {
            long left = timeout.toNanos();
            while (!hasRoom(batch)) {
                left = room.awaitNanos(left);
                if (left <= 0) {
                    inFlight.pollFirst();
                    return;
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt(); // is sent at once: other callers share these requests
        }
    }

    private boolean hasRoom(Batch batch) {
        return inFlight.size() < maxInFlight
                && (batch.isFull()
                        || inFlight.stream().filter(other -> !other.isFull()).count() < maxPartial);
    }

    private List<A> join(Batch batch) {
        try {
            return batch.answers.join();
        } catch (CompletionException failure) {
            if (failure.getCause() instanceof RuntimeException known) {
                throw known;
            }
            if (failure.getCause() instanceof Error known) {
                throw known;
            }
            throw failure;
        }
    }
}
