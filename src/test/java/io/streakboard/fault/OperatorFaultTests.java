package io.streakboard.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.IOException;
import java.util.HashMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What operators have while something is wrong: the look-up of a learner, and a log that machines read. */
class OperatorFaultTests {

    private static final JsonMapper JSON = new JsonMapper();

    private static EmbeddedServers servers;
    private static ApplicationProcess instance;

    @BeforeAll
    static void start() throws Exception {
        servers = EmbeddedServers.startFresh("fault");
        var properties = new HashMap<>(servers.properties("operator", 0));
        properties.put("logging.structured.format.console", "ecs");
        properties.put("logging.level.org.springframework.web.servlet.DispatcherServlet", "debug"); // tells of requests
        properties.put("management.opentelemetry.tracing.export.otlp.endpoint", "http://127.0.0.1:9/v1/traces");
        properties.put("management.tracing.sampling.probability", 1);
        instance = ApplicationProcess.startPackaged("operator", properties);
    }

    @AfterAll
    static void stop() {
        instance.close();
        servers.close();
    }

    @Test
    void aLearnerIsLookedUpWhileRedisHangs() throws Exception {
        assertThat(instance.post("/api/sign-ins", DevelopmentToken.of(42)).statusCode())
                .isEqualTo(201);
        await().until(() -> found().at("/facts/points/points").asInt() > 0);
        servers.redis().pause();
        try {
            var found = found();

            assertThat(found.at("/facts/points/points").asInt()).isPositive();
            assertThat(found.path("unavailable").propertyNames()).doesNotContain("points", "events", "profile");
            assertThat(found.at("/unavailable/signIns").asString()).isNotEmpty();
        } finally {
            servers.redis().resume();
        }
        await().until(() -> found().path("unavailable").isEmpty());
    }

    /** Fails unless the answer comes within the patience of a client that waits for no store. */
    private static JsonNode found() throws IOException, InterruptedException {
        return JSON.readTree(instance.actuator("/actuator/learners/42").body());
    }

    @Test
    void linesAreJsonAndHaveTheIdsOfRequestAndTrace() throws Exception {
        var answer = instance.get("/api/rules", DevelopmentToken.of(42));
        var request = answer.headers().firstValue("X-Request-Id").orElseThrow();

        await().ignoreExceptions() // the last line may be half written
                .untilAsserted(() -> assertThat(instance.log().stream().map(JSON::readTree))
                        .filteredOn(line -> line.path("request").asString().equals(request))
                        .anySatisfy(line -> {
                            assertThat(line.path("message").asString()).contains("/api/rules");
                            assertThat(line.path("traceId").asString()).hasSize(32);
                            assertThat(line.at("/log/level").asString()).isEqualTo("DEBUG");
                        }));
    }
}
