package io.streakboard.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.json.JsonMapper;

/**
 * Learners who sign in, and services that report reviews and scores, for as long as the test likes. Each call is
 * repeated until it is answered.
 */
final class Traffic implements AutoCloseable {

    static final int LEARNERS = 1_000_000;

    private static final int AT_ONCE = 6;
    private static final long PAUSE_MILLIS = 50;
    private static final String SERVICE = DevelopmentToken.of(1, "service");
    private static final JsonMapper JSON = new JsonMapper();

    private final List<ApplicationProcess> instances;
    private final Map<Long, LocalDate> signIns = new ConcurrentHashMap<>();
    private final Map<Long, LocalDate> reviews = new ConcurrentHashMap<>();
    private final AtomicInteger scores = new AtomicInteger();
    private final Gaps betweenSignIns = new Gaps();
    private final Gaps betweenWrites = new Gaps();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Future<?>> working = new ArrayList<>();
    private volatile boolean over;

    /** @param number of the traffic: each has learners of its own */
    Traffic(int number, List<ApplicationProcess> instances) {
        this.instances = instances;
        long first = 3L * number * LEARNERS;
        come(first, this::signIn);
        come(first + LEARNERS, this::review);
        come(first + 2 * LEARNERS, this::score);
    }

    private interface Call {
        void of(long id) throws Exception;
    }

    private void come(long first, Call call) {
        var next = new AtomicLong(first);
        for (int i = 0; i < AT_ONCE; i++) {
            working.add(threads.submit(() -> {
                while (!over) {
                    call.of(next.getAndIncrement());
                    Thread.sleep(PAUSE_MILLIS); // others have the machine as well
                }
                return null;
            }));
        }
    }

    private void signIn(long learner) throws Exception {
        var token = DevelopmentToken.of(learner);
        var answer = answer(learner, instance -> instance.post("/api/sign-ins", token));
        betweenSignIns.end();
        signIns.put(learner, LocalDate.parse(JSON.readTree(answer).get("day").asString()));
    }

    private void review(long learner) throws Exception {
        var now = Instant.now();
        var json = "{\"activities\":[{\"learner\":%d,\"type\":\"REVIEW\",\"sourceId\":\"r\",\"occurredAt\":\"%s\"}]}"
                .formatted(learner, now);
        assertThat(outcome(answer(learner, instance -> instance.post("/api/activities", SERVICE, json))))
                .isIn("AWARDED", "DUPLICATE");
        betweenWrites.end();
        reviews.put(learner, LocalDate.now());
    }

    private void score(long id) throws Exception {
        var json = "{\"scores\":[{\"member\":\"m%d\",\"delta\":1,\"messageId\":\"%d\"}]}".formatted(id % 10, id);
        assertThat(outcome(answer(id, instance -> instance.post("/api/boards/popular/scores", SERVICE, json))))
                .isIn("APPLIED", "DUPLICATE");
        scores.incrementAndGet();
    }

    private static String outcome(String answer) {
        return JSON.readTree(answer).at("/results/0/outcome").asString();
    }

    private interface Request {
        HttpResponse<String> to(ApplicationProcess instance) throws IOException, InterruptedException;
    }

    /** Asks one instance after the other until one answers. */
    private String answer(long id, Request request) throws InterruptedException {
        for (long attempt = id; ; attempt++) {
            try {
                var answer = request.to(instances.get((int) (attempt % instances.size())));
                if (answer.statusCode() < 300) {
                    return answer.body();
                }
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
            } catch (IOException noAnswer) {
                // it may have been taken; it is told again
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    /** Returns when more of each kind were answered. */
    void awaitMore() {
        int before = signIns.size();
        int reviewsBefore = reviews.size();
        int scoresBefore = scores.get();
        await().atMost(Duration.ofMinutes(2))
                .until(() -> isBroken()
                        || signIns.size() > before + 100
                                && reviews.size() > reviewsBefore + 100
                                && scores.get() > scoresBefore + 100);
    }

    private boolean isBroken() {
        return !over && working.stream().anyMatch(Future::isDone);
    }

    /** Returns when the last call has been answered, all of them as they should. */
    void end() throws Exception {
        over = true;
        for (var each : working) {
            each.get();
        }
    }

    Map<Long, LocalDate> signIns() {
        return signIns;
    }

    Map<Long, LocalDate> reviews() {
        return reviews;
    }

    int scores() {
        return scores.get();
    }

    Gaps betweenSignIns() {
        return betweenSignIns;
    }

    /** Between reviews, which are answered once MySQL has them. */
    Gaps betweenWrites() {
        return betweenWrites;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    /** How long nothing of a kind was answered. */
    static final class Gaps {

        private long last = System.nanoTime();
        private Duration longest = Duration.ZERO;

        private synchronized void end() {
            long now = System.nanoTime();
            var gap = Duration.ofNanos(now - last);
            if (gap.compareTo(longest) > 0) {
                longest = gap;
            }
            last = now;
        }

        /** The longest since the last look. */
        synchronized Duration longest() {
            var found = longest;
            longest = Duration.ZERO;
            return found;
        }
    }
}
