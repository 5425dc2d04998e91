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
import org.jspecify.annotations.Nullable;

/**
 * Lets readers who wait at the same moment share a round trip. A few trips are under way at a time. The questions that
 * come meanwhile are gathered for the next, and who asks the same gets the same answer. A trip begins after its last
 * question was asked, so no answer is older than its question: this is no cache. A reader who is alone does not wait.
 */
public final class SharedTrips<Q, A> {

    private final int questionsATrip;
    private final int tripsAtOnce;
    private final Duration patience;
    private final Function<List<Q>, List<A>> store;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();

    /** The trips that the next ones wait for, the oldest first. */
    private final Deque<Trip> underWay = new ArrayDeque<>();

    private @Nullable Trip gathering;

    /**
     * @param questionsATrip how many questions a trip has, about: those of a reader are not parted
     * @param tripsAtOnce how many trips are under way at a time. With one the store does nothing while readers work
     *     with their answers, and with many there is nobody to share a trip with
     * @param patience how long a trip waits for earlier ones: one that hangs holds up nobody but those who are on it
     * @param store answers questions in one round trip, in their order
     */
    public SharedTrips(int questionsATrip, int tripsAtOnce, Duration patience, Function<List<Q>, List<A>> store) {
        this.questionsATrip = questionsATrip;
        this.tripsAtOnce = tripsAtOnce;
        this.patience = patience;
        this.store = store;
    }

    private final class Trip {

        private final Map<Q, Integer> questions = new LinkedHashMap<>();
        private final CompletableFuture<List<A>> answers = new CompletableFuture<>();

        private void add(Collection<Q> more) {
            more.forEach(question -> questions.putIfAbsent(question, questions.size()));
        }
    }

    /** The answers to some questions, in their order and as of one moment. */
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
            if (trip.questions.size() >= questionsATrip) {
                gathering = null; // the next one begins another
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
            awaitRoom();
            underWay.add(trip);
            if (gathering == trip) {
                gathering = null;
            }
        } finally {
            lock.unlock();
        }
        try {
            trip.answers.complete(store.apply(List.copyOf(trip.questions.keySet())));
        } catch (RuntimeException | Error failure) { // all who ask have to know
            trip.answers.completeExceptionally(failure);
        } finally {
            lock.lock();
            try {
                underWay.remove(trip);
                room.signal();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Nobody waits again for a trip that was waited for in vain. */
    private void awaitRoom() {
        try {
            long left = patience.toNanos();
            while (underWay.size() >= tripsAtOnce) {
                left = room.awaitNanos(left);
                if (left <= 0) {
                    underWay.pollFirst();
                    return;
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt(); // leaves at once, as its questions are asked by others as well
        }
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
