package io.streakboard.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;

/** Learners who sign in, many at a time, each once it is their turn, and again for as long as they get no answer. */
final class Crowd implements AutoCloseable {

    static final int SIZE = 5_000;

    private static final int AT_ONCE = 64;
    private static final long PAUSE_MILLIS = 200;
    private static final JsonMapper JSON = new JsonMapper();

    private final long first;
    private final AtomicLong next;
    private final Map<Long, LocalDate> answered = new ConcurrentHashMap<>();
    private final AtomicInteger created = new AtomicInteger();
    private final AtomicInteger cutOff = new AtomicInteger();
    private final AtomicInteger unavailable = new AtomicInteger();
    private final List<String> unexpected = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Future<?>> working = new ArrayList<>();

    /** @param first the lowest learner's id */
    Crowd(long first) {
        this.first = first;
        this.next = new AtomicLong(first);
    }

    /** Lets the learners come; each asks the instances in turn for one to talk to. */
    void come(Supplier<ApplicationProcess> instances) {
        for (int i = 0; i < AT_ONCE; i++) {
            working.add(threads.submit(() -> {
                for (long learner = next.getAndIncrement(); learner < first + SIZE; learner = next.getAndIncrement()) {
                    signIn(learner, instances);
                }
                return null;
            }));
        }
    }

    private void signIn(long learner, Supplier<ApplicationProcess> instances) throws InterruptedException {
        var token = DevelopmentToken.of(learner);
        while (!answers(learner, token, instances.get())) {
            Thread.sleep(PAUSE_MILLIS); // as a client would
        }
    }

    private boolean answers(long learner, String token, ApplicationProcess instance) throws InterruptedException {
        try {
            return accepted(learner, instance.post("/api/sign-ins", token));
        } catch (IOException noAnswer) {
            cutOff.incrementAndGet();
            return false;
        }
    }

    private boolean accepted(long learner, HttpResponse<String> response) {
        int status = response.statusCode();
        if (status == 201 || status == 200) {
            created.addAndGet(status == 201 ? 1 : 0);
            answered.put(
                    learner,
                    LocalDate.parse(JSON.readTree(response.body()).get("day").asString()));
            return true;
        }
        if (status == 503 && isProblem(response)) {
            unavailable.incrementAndGet();
        } else {
            unexpected.add(status + " " + response.headers().map() + " " + response.body());
        }
        return false;
    }

    private static boolean isProblem(HttpResponse<String> response) {
        return response.headers()
                        .firstValue("Content-Type")
                        .filter(type -> type.startsWith("application/problem+json"))
                        .isPresent()
                && JSON.readTree(response.body()).get("type").asString().startsWith("urn:streakboard:problem:");
    }

    /** Returns when every learner has been answered, and nobody got an error that was no proper one. */
    void awaitAnswers() throws ExecutionException, InterruptedException {
        for (var thread : working) {
            thread.get();
        }
        assertThat(unexpected).isEmpty();
        assertThat(answered).hasSize(SIZE);
    }

    /** The day for which each learner has been told to be signed in. */
    Map<Long, LocalDate> answered() {
        return answered;
    }

    /** How many were told that they are signed in now, and not before. */
    int created() {
        return created.get();
    }

    /** How many requests got no answer at all. */
    int cutOff() {
        return cutOff.get();
    }

    /** How many requests were answered with 503 and a problem. */
    int unavailable() {
        return unavailable.get();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
