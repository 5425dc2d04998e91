package io.streakboard.sharing;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lets readers who wait at the same moment share a round trip. While one trip is under way, the questions that come are
 * gathered for the next, and who asks the same gets the same answer. A trip begins after its last question was asked,
 * so no answer is older than its question: this is no cache. A reader who is alone does not wait.
 */
public final class SharedTrips<Q, A> {

    private final int questionsATrip;
    private final Duration patience;
    private final Function<List<Q>, List<A>> store;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Trip gathering;
    private @Nullable Trip underWay;

    /**
     * @param questionsATrip how many questions a trip has, about: those of a reader are not parted
     * @param patience how long a trip waits for the one before: one that hangs holds up nobody but those who are on it
     * @param store answers questions in one round trip, in their order
     */
    public SharedTrips(int questionsATrip, Duration patience, Function<List<Q>, List<A>> store) {
        this.questionsATrip = questionsATrip;
        this.patience = patience;
        this.store = store;
    }

    private final class Trip {

        /** Null as soon as it has been waited for, or each trip would hold all earlier ones. */
        private @Nullable Trip before;

        private final Map<Q, Integer> questions = new LinkedHashMap<>();
        private final CompletableFuture<List<A>> answers = new CompletableFuture<>();

        private Trip(@Nullable Trip before) {
            this.before = before;
        }

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
                gathering = new Trip(underWay);
                leads = true;
            }
            trip = gathering;
            trip.add(questions);
            if (trip.questions.size() >= questionsATrip) {
                gathering = null; // the next one begins another
                underWay = trip;
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
        if (trip.before != null) {
            await(trip.before);
            trip.before = null;
        }
        lock.lock();
        try {
            if (gathering == trip) {
                gathering = null;
                underWay = trip;
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
                if (underWay == trip) {
                    underWay = null;
                }
            } finally {
                lock.unlock();
            }
        }
    }

    private void await(Trip before) {
        try {
            before.answers.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException over) {
            // whatever became of it, the next one leaves
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
