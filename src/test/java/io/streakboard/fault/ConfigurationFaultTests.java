package io.streakboard.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An instance is started again with another configuration of a board that has scores. */
class ConfigurationFaultTests {

    private static final String SERVICE = DevelopmentToken.of(1, "service");
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private EmbeddedServers servers;

    @BeforeEach
    void start() throws IOException {
        servers = EmbeddedServers.startFresh("fault");
    }

    @AfterEach
    void stop() {
        servers.close();
    }

    @Test
    void whatChangesIsCarriedOutOrRefused() throws Exception {
        try (var first = start("max-score", "1000")) {
            var answer = first.post("/api/boards/quiz/scores", SERVICE, """
                    {"scores":[{"member":"42","score":70,"messageId":"a"},{"member":"43","score":80,"messageId":"b"}]}\
                    """);
            assertThat(answer.body()).contains("APPLIED").doesNotContain("INVALID");
        }

        assertThatThrownBy(() -> start("operator", "sum"))
                .hasMessageContaining("streakboard.boards[0].operator: 'sum' differs from 'best'");
        assertThatThrownBy(() -> start("max-score", "79"))
                .hasMessageContaining("streakboard.boards[0].max-score: 79 is less than 80");

        try (var last = start("ties", "last")) {
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(
                                    last.get("/api/boards/quiz/top", SERVICE).body())
                            .contains("\"total\":2", "\"score\":80", "\"degraded\":false"));
        }
    }

    private ApplicationProcess start(String property, String value) {
        var properties = new HashMap<String, Object>(servers.properties("configuration", 0));
        properties.putAll(Map.of("streakboard.boards[0].name", "quiz", "streakboard.boards[0].operator", "best"));
        properties.put("streakboard.boards[0]." + property, value);
        return ApplicationProcess.startPackaged("configuration", properties);
    }
}
