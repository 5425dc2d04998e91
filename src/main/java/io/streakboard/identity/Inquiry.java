package io.streakboard.identity;

import io.streakboard.web.Outage;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.springframework.core.NestedExceptionUtils;

/**
 * Asks several questions side by side and takes the answers that come in time. So one store that hangs holds up no
 * answer of the other.
 */
final class Inquiry {

    /**
     * @param given the answers, by question
     * @param missing why the others were not answered
     */
    record Answers(Map<String, Object> given, Map<String, String> missing) {}

    /** Of one question. Those whose answer nobody waits for any more still hold a connection of the pool. */
    private static final int MOST_UNDER_WAY = 3;

    private final Duration patience;
    private final Map<String, Semaphore> places = new ConcurrentHashMap<>();

    Inquiry(Duration patience) {
        this.patience = patience;
    }

    /** Fails as a question does, unless a store is away. */
    Answers ask(Map<String, Supplier<Object>> questions) {
        long deadline = System.nanoTime() + patience.toNanos();
        var asked = new LinkedHashMap<String, FutureTask<Object>>();
        var answers = new Answers(new LinkedHashMap<>(), new LinkedHashMap<>());
        questions.forEach((name, question) -> asked.put(name, begin(name, question)));
        asked.forEach((name, answer) -> {
            try {
                answers.given().put(name, answer.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS));
            } catch (TimeoutException late) {
                answers.missing().put(name, late());
            } catch (ExecutionException failed) {
                answers.missing().put(name, reason(failed));
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(interrupted);
            }
        });
        return answers;
    }

    /** Nobody interrupts it: that would break its connection. It ends when the store's own patience does. */
    private FutureTask<Object> begin(String name, Supplier<Object> question) {
        var place = places.computeIfAbsent(name, each -> new Semaphore(MOST_UNDER_WAY));
        var task = new FutureTask<Object>(() -> {
            if (!place.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new TimeoutException();
            }
            try {
                return question.get();
            } finally {
                place.release();
            }
        });
        Thread.ofVirtual().name("inquiry").start(task);
        return task;
    }

    private String late() {
        return "no answer within %,d ms".formatted(patience.toMillis());
    }

    private String reason(ExecutionException failure) {
        if (failure.getCause() instanceof TimeoutException) {
            return late();
        }
        if (Outage.is(failure)) {
            var root = NestedExceptionUtils.getMostSpecificCause(failure);
            return Objects.requireNonNullElse(root.getMessage(), root.toString());
        }
        throw failure.getCause() instanceof RuntimeException defect ? defect : new IllegalStateException(failure);
    }
}
