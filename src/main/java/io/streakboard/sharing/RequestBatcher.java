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
 * Batches concurrent calls: callers that ask at the same time share one round trip. A few trips are under way at a
 * time. Questions that arrive meanwhile are gathered for the next trip, and equal questions get one answer. A trip
 * begins after its last question was asked, so no answer is older than its question: this is no cache. A single caller
 * does not wait.
 */
public final class RequestBatcher<Q, A> {

    private final ToIntFunction<Q> sizes;
    private final int sizeOfATrip;
    private final int tripsAtOnce;
    private final int unfilledAtOnce;
    private final Duration patience;
    private final Function<List<Q>, List<A>> store;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();

    /** The trips that the next ones wait for, the oldest first. */
    private final Deque<Trip> underWay = new ArrayDeque<>();

    private @Nullable Trip gathering;

    /**
     * @param questionsATrip approximate most questions a trip; one caller's questions stay together
     * @param tripsAtOnce the most trips at a time. With a single trip the store idles while callers work on their
     *     answers; with many, few callers share a trip
     * @param patience how long a trip waits for earlier ones; a trip that hangs delays only its own callers
     * @param store answers questions in one round trip, in their order
     */
    public RequestBatcher(int questionsATrip, int tripsAtOnce, Duration patience, Function<List<Q>, List<A>> store) {
        this(question -> 1, questionsATrip, tripsAtOnce, tripsAtOnce, patience, store);
    }

    /**
     * @param sizes of the questions
     * @param sizeOfATrip a trip with this size is full
     * @param unfilledAtOnce the most trips at a time that are not full
     */
    RequestBatcher(
            ToIntFunction<Q> sizes,
            int sizeOfATrip,
            int tripsAtOnce,
            int unfilledAtOnce,
            Duration patience,
            Function<List<Q>, List<A>> store) {
        this.sizes = sizes;
        this.sizeOfATrip = sizeOfATrip;
        this.tripsAtOnce = tripsAtOnce;
        this.unfilledAtOnce = unfilledAtOnce;
        this.patience = patience;
        this.store = store;
    }

    private final class Trip {

        private final Map<Q, Integer> questions = new LinkedHashMap<>();
        private final CompletableFuture<List<A>> answers = new CompletableFuture<>();
        private int size;

        private void add(Collection<Q> more) {
            for (var question : more) {
                if (questions.putIfAbsent(question, questions.size()) == null) {
                    size += sizes.applyAsInt(question);
                }
            }
        }

        private boolean isFull() {
            return size >= sizeOfATrip;
        }
    }

    /** The answers to the questions, in their order, all from one moment. */
    public List<A> ask(List<Q> questions) {
        Trip trip;
        boolean leads = false;
        lock.lock();
        try {
            if (gathering == null) {
                gathering = new Trip();
                leads = true;
            }
            trip = gathering;
            trip.add(questions);
            if (trip.isFull()) {
                gathering = null; // the next one begins another
                room.signalAll();
            }
        } finally {
            lock.unlock();
        }
        if (leads) {
            lead(trip);
        }
        var answers = join(trip);
        return questions.stream()
                .map(question -> answers.get(Objects.requireNonNull(trip.questions.get(question))))
                .toList();
    }

    private void lead(Trip trip) {
        lock.lock();
        try {
            awaitRoom(trip);
            underWay.add(trip);
            if (gathering == trip) {
                gathering = null;
            }
        } finally {
            lock.unlock();
        }
        try {
            trip.answers.complete(store.apply(List.copyOf(trip.questions.keySet())));
        } catch (RuntimeException | Error failure) { // every caller has to learn of it
            trip.answers.completeExceptionally(failure);
        } finally {
            lock.lock();
            try {
                underWay.remove(trip);
                room.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** A trip that ran out of patience no longer holds up later ones. */
    private void awaitRoom(Trip trip) {
        try {
            long left = patience.toNanos();
            while (!hasRoom(trip)) {
                left = room.awaitNanos(left);
                if (left <= 0) {
                    underWay.pollFirst();
                    return;
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt(); // leaves at once: other callers share these questions
        }
    }

    private boolean hasRoom(Trip trip) {
        return underWay.size() < tripsAtOnce
                && (trip.isFull()
                        || underWay.stream().filter(other -> !other.isFull()).count() < unfilledAtOnce);
    }

    private List<A> join(Trip trip) {
        try {
            return trip.answers.join();
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
