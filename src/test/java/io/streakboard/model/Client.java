package io.streakboard.model;

import static org.awaitility.Awaitility.await;

import io.streakboard.process.ApplicationProcess;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Asks instance after instance until one answers: what a client does that wants to be sure. */
final class Client {

    static final JsonMapper JSON = new JsonMapper();

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** What is asked of an instance. */
    interface Request {
        HttpResponse<String> to(ApplicationProcess instance, int number) throws IOException, InterruptedException;
    }

    /** @param by the time by the clock that was ahead when the answer came */
    record Answer(int status, JsonNode body, Instant by) {}

    private final Fleet fleet;
    private final Chronicle chronicle;
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger unanswered = new AtomicInteger();

    Client(Fleet fleet, Chronicle chronicle) {
        this.fleet = fleet;
        this.chronicle = chronicle;
    }

    int answered() {
        return answered.get();
    }

    int unanswered() {
        return unanswered.get();
    }

    /** @param turn the instance that is asked first */
    Answer ask(int turn, Request request) {
        var answer = new AtomicReference<@Nullable Answer>();
        var next = new AtomicInteger(turn);
        await("an answer")
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(100))
                .atMost(PATIENCE)
                .until(() -> {
                    answer.set(once(next.getAndIncrement(), request));
                    return answer.get() != null;
                });
        return Objects.requireNonNull(answer.get());
    }

    private @Nullable Answer once(int turn, Request request) throws InterruptedException {
        chronicle.requested();
        try {
            int instance = fleet.near(Math.floorMod(turn, Generator.INSTANCES));
            var response = request.to(fleet.get(instance), instance);
            if (response.statusCode() < 500) {
                answered.incrementAndGet();
                var body = response.body();
                return new Answer(response.statusCode(), JSON.readTree(body.isEmpty() ? "null" : body), fleet.now());
            }
        } catch (IOException noAnswer) {
            // as with a status above 500: asks again
        }
        unanswered.incrementAndGet();
        return null;
    }
}
