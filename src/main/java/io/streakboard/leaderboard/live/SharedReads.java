package io.streakboard.leaderboard.live;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lets readers who wait at the same moment share a round trip. While one trip is under way, the questions that come are
 * gathered for the next, and who asks the same gets the same answer. A trip begins after its last question was asked,
 * so no answer is older than its question: this is no cache. A reader who is alone does not wait.
 */
final class SharedReads {

    /**
     * @param read the name of a script, see {@code reads.lua}
     * @param arguments what this script gets after the arguments of all scripts
     */
    record Question(String read, List<String> arguments) {}

    /** What Redis answered. Whoever shares it shares what is made of it as well. */
    static final class Answer {

        private final List<?> reply;
        private volatile @Nullable Object read;

        private Answer(List<?> reply) {
            this.reply = reply;
        }

        /** @param reader always the same one for the same question, as it may be applied once for all who asked */
        @SuppressWarnings("unchecked")
        <T> T as(Function<List<?>, T> reader) {
            var known = read;
            if (known == null) {
                known = reader.apply(reply);
                read = known;
            }
            return (T) known;
        }
    }

    private static final class Trip {

        /** Null as soon as it has been waited for, or each trip would hold all earlier ones. */
        private @Nullable Trip before;

        private final Map<Question, Integer> questions = new LinkedHashMap<>();
        private final CompletableFuture<List<Answer>> answers = new CompletableFuture<>();

        private Trip(@Nullable Trip before) {
            this.before = before;
        }

        private void add(Collection<Question> more) {
            more.forEach(question -> questions.putIfAbsent(question, questions.size()));
        }
    }

    private final Function<List<Question>, List<?>> redis;
    private final int most;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Trip gathering;
    private @Nullable Trip underWay;

    /**
     * @param most about how many questions a trip has, as Redis does nothing else meanwhile
     * @param redis answers questions in one round trip, in their order
     */
    SharedReads(int most, Function<List<Question>, List<?>> redis) {
        this.most = most;
        this.redis = redis;
    }

    /** The answers to some questions, in their order and as of one moment. */
    List<Answer> ask(List<Question> questions) {
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
            if (trip.questions.size() >= most) {
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
            trip.before.answers.handle((answers, failure) -> true).join();
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
            var answers = new ArrayList<Answer>();
            for (var reply : redis.apply(List.copyOf(trip.questions.keySet()))) {
                answers.add(new Answer((List<?>) reply));
            }
            trip.answers.complete(answers);
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

    private static List<Answer> join(Trip trip) {
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
