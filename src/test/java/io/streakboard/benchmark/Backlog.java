package io.streakboard.benchmark;

import static org.awaitility.Awaitility.await;

import io.streakboard.process.ApplicationProcess;
import java.time.Duration;
import java.util.concurrent.Callable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What sign-ins and activities leave to be done behind the caller, as the application tells it. */
record Backlog(ApplicationProcess application) {

    private static final JsonMapper JSON = new JsonMapper();

    /** Until no journal has an entry. */
    void untilDrained() {
        until(() ->
                read("/actuator/journal").findValues("backlog").stream().allMatch(backlog -> backlog.asLong() == 0));
    }

    /** Until, besides, no event waits for its delivery. */
    void untilDone() {
        untilDrained();
        until(() -> read("/actuator/events").get("open").asLong() == 0);
    }

    private static void until(Callable<Boolean> done) {
        await().atMost(Duration.ofMinutes(2))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(50))
                .until(done);
    }

    private JsonNode read(String path) throws Exception {
        return JSON.readTree(application.actuator(path).body());
    }
}
