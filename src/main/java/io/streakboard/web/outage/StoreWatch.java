package io.streakboard.web.outage;

import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.springframework.core.NestedExceptionUtils;

/**
 * Whether a store is away, as this instance sees it. A failure makes it ask the store. If there is no answer, a line
 * says that the store is away. From then on failures are counted, until the store answers again: a second line says for
 * how long it was away and what has failed. If it answers at once, the failure is logged as any other.
 */
final class StoreWatch {

    /** Asks the store for anything, and fails if it does not answer. */
    interface Question {
        void ask() throws Exception;
    }

    private enum State {
        ANSWERS,
        IN_DOUBT,
        AWAY,
        /** It answers. What has waited for it may still fail. */
        RETURNING
    }

    /** Failures of one kind that were not logged. */
    private static final class Kind {

        private final HeldBack first;
        private long times;

        Kind(HeldBack first) {
            this.first = first;
        }

        long times() {
            return times;
        }
    }

    private static final int MOST_KINDS = 100;
    private static final int MOST_TOLD = 10;

    private final String store;
    private final Question question;
    private final Duration stragglers;
    private final Consumer<StoreWatch> doubt;
    private final Logger log;
    private final LongSupplier nanos;
    private final Map<String, Kind> kinds = new LinkedHashMap<>();
    private State state = State.ANSWERS;
    private long since;
    private long answeredAt;

    /**
     * @param stragglers how long after its return something may still fail that has waited for the store
     * @param doubt has {@link #look()} called until it says that it is over
     */
    StoreWatch(
            String store,
            Question question,
            Duration stragglers,
            Consumer<StoreWatch> doubt,
            Logger log,
            LongSupplier nanos) {
        this.store = store;
        this.question = question;
        this.stragglers = stragglers;
        this.doubt = doubt;
        this.log = log;
        this.nanos = nanos;
    }

    /** A failure that the store seems to be the reason of. */
    synchronized void failed(String kind, HeldBack line) {
        if (state == State.ANSWERS) {
            state = State.IN_DOUBT;
            since = nanos.getAsLong();
            doubt.accept(this);
        }
        if (kinds.size() < MOST_KINDS || kinds.containsKey(kind)) {
            kinds.computeIfAbsent(kind, first -> new Kind(line)).times++;
        }
    }

    synchronized boolean isAway() {
        return state == State.AWAY;
    }

    /** Asks the store; whether it need not be asked again. */
    boolean look() {
        try {
            question.ask();
        } catch (Exception | Error failure) { // whatever it is, it was no answer
            silent(failure);
            return false;
        }
        return answered();
    }

    private synchronized void silent(Throwable failure) {
        if (state == State.IN_DOUBT) {
            var root = NestedExceptionUtils.getMostSpecificCause(failure);
            log.warn("{} is away ({}): what fails because of it is counted until it is back", store, root.toString());
        }
        state = State.AWAY;
    }

    private synchronized boolean answered() {
        if (state == State.AWAY) {
            state = State.RETURNING;
            answeredAt = nanos.getAsLong();
            return false;
        }
        if (state == State.RETURNING) {
            if (nanos.getAsLong() - answeredAt < stragglers.toNanos()) {
                return false;
            }
            var seconds = Duration.ofNanos(answeredAt - since).toMillis() / 1000.0;
            log.warn("{} is back after {} s. Meanwhile: {}", store, "%,.1f".formatted(seconds), meanwhile());
        } else {
            kinds.values().forEach(kind -> kind.first.write(kind.times));
        }
        kinds.clear();
        state = State.ANSWERS;
        return true;
    }

    private String meanwhile() {
        return kinds.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(
                        Comparator.comparingLong(Kind::times).reversed()))
                .limit(MOST_TOLD)
                .map(kind -> "%s (%,d)".formatted(kind.getKey(), kind.getValue().times))
                .collect(joining(", "));
    }
}
