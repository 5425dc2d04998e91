package io.streakboard.demo;

import io.streakboard.identity.LearnerKeys;
import io.streakboard.process.Token;
import java.util.List;
import java.util.Map;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.JsonNode;

/** Calls the application as its clients do. */
@Component
@ConditionalOnProperty("streakboard.demo")
class DemoClients {

    private static final int BATCH = 1000;

    private final Environment environment;
    private final LearnerKeys keys;

    DemoClients(Environment environment, LearnerKeys keys) {
        this.environment = environment;
        this.keys = keys;
    }

    /** How a learner is known; {@code someone.js} does the same. */
    String key(long learner) {
        return keys.areTexts() ? "00000000-0000-4000-8000-%012d".formatted(learner) : Long.toString(learner);
    }

    RestClient learner(long learner) {
        return api("server", Token.of(key(learner)).signed());
    }

    /** A learner whose token has a name. */
    RestClient learner(long learner, String name) {
        return api("server", Token.of(key(learner)).claim("name", name).signed());
    }

    RestClient service() {
        return api("server", Token.of("1").claim("scope", "service").signed());
    }

    /** On the port of the actuator. */
    RestClient admin() {
        return api("management", Token.of("1").claim("scope", "admin").signed());
    }

    static JsonNode get(RestClient client, String path) {
        return client.get().uri(path).retrieve().requiredBody(JsonNode.class);
    }

    static JsonNode post(RestClient client, String path, Map<String, ?> body) {
        return client.post().uri(path).body(body).retrieve().requiredBody(JsonNode.class);
    }

    /** Sends a list as a service, as many at once as are taken. */
    void send(String path, String list, List<Map<String, Object>> all) {
        for (int i = 0; i < all.size(); i += BATCH) {
            post(service(), path, Map.of(list, all.subList(i, Math.min(i + BATCH, all.size()))));
        }
    }

    private RestClient api(String port, String token) {
        return RestClient.builder()
                .baseUrl("http://localhost:" + environment.getProperty("local." + port + ".port"))
                .defaultHeaders(headers -> headers.setBearerAuth(token))
                .build();
    }
}
