package io.streakboard.feed;

import io.streakboard.feed.FeedTable.Stretch;
import io.streakboard.web.Problem;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;

/** Reads the feed for callers, who may wait for what is not there yet, each on a thread of its own. */
@Service
@ConditionalOnBooleanProperty("streakboard.feed.enabled")
class FeedReaders {

    private static final int WAITING_PER_CALLER = 4;
    private static final int WAITING = 200;

    /** @param after null: from the oldest event that is kept */
    record Question(@Nullable Long after, Set<FeedType> types, int limit, Duration patience) {}

    interface Answer {

        void is(Stretch stretch);

        void fails(Throwable failure);
    }

    private static class TooManyWaiting extends Problem {

        TooManyWaiting() {
            super(
                    HttpStatus.TOO_MANY_REQUESTS,
                    "rate-limited",
                    "A caller may wait %d times at once.".formatted(WAITING_PER_CALLER));
            getHeaders().set(HttpHeaders.RETRY_AFTER, "2");
        }
    }

    private final FeedTable feed;
    private final Sequencer sequencer;
    private final Semaphore free = new Semaphore(WAITING);
    private final Map<String, Integer> waiting = new ConcurrentHashMap<>();

    FeedReaders(FeedTable feed, Sequencer sequencer) {
        this.feed = feed;
        this.sequencer = sequencer;
    }

    /**
     * Answers at once if there are events, or none are waited for.
     *
     * @param begin runs what it is given as soon as the request's own thread is done
     */
    void read(String caller, Question question, Answer answer, Consumer<Runnable> begin) {
        long after = question.after() == null ? feed.head().removed() : question.after();
        var first = feed.after(after, question.types(), question.limit());
        if (!first.events().isEmpty() || question.patience().isZero()) {
            answer.is(first);
            return;
        }
        takeSeat(caller);
        var thread = Thread.ofVirtual().name("feed-for-" + caller).unstarted(() -> {
            try {
                answer.is(waitFor(question, first));
            } catch (RuntimeException | Error failure) {
                answer.fails(failure);
            } catch (InterruptedException stopped) {
                answer.is(first);
            } finally {
                leaveSeat(caller);
            }
        });
        begin.accept(thread::start);
    }

    private Stretch waitFor(Question question, Stretch first) throws InterruptedException {
        long deadline = System.nanoTime() + question.patience().toNanos();
        var stretch = first;
        for (long left = question.patience().toNanos();
                stretch.events().isEmpty() && left > 0 && sequencer.isRunning();
                left = deadline - System.nanoTime()) {
            sequencer.await(stretch.next(), Duration.ofNanos(left));
            stretch = feed.after(stretch.next(), question.types(), question.limit());
        }
        return stretch;
    }

    private void takeSeat(String caller) {
        if (!free.tryAcquire()) {
            throw new TooManyWaiting();
        }
        if (waiting.merge(caller, 1, Integer::sum) > WAITING_PER_CALLER) {
            leaveSeat(caller);
            throw new TooManyWaiting();
        }
    }

    private void leaveSeat(String caller) {
        waiting.computeIfPresent(caller, (key, seats) -> seats == 1 ? null : seats - 1);
        free.release();
    }
}
