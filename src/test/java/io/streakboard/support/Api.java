package io.streakboard.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls the application as a frontend does, as somebody: every answer is returned, whatever its status. */
public class Api {

    static final int MANY_TRIES = 100;

    private final Environment environment;
    private final JsonMapper json;
    private final RestClient client =
            RestClient.builder().requestFactory(asSent()).build();

    Api(Environment environment, JsonMapper json) {
        this.environment = environment;
        this.json = json;
    }

    private static JdkClientHttpRequestFactory asSent() {
        var requests = new JdkClientHttpRequestFactory(
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build());
        requests.enableCompression(false); // or it would ask for gzip and hide that it got it
        return requests;
    }

    /** An answer; its body is a missing node if it is empty. */
    public record Answer(int status, HttpHeaders headers, JsonNode body) {

        public Answer has(int expected) {
            assertThat(status).as("status of %s", body).isEqualTo(expected);
            return this;
        }

        /** Asserts that this is a problem in the one shape that all have. */
        public Answer isProblem(int expected, String name) {
            has(expected);
            assertThat(headers.getContentType()).isEqualTo(MediaType.APPLICATION_PROBLEM_JSON);
            assertThat(body.path("type").asString()).isEqualTo("urn:streakboard:problem:" + name);
            assertThat(body.path("status").asInt()).isEqualTo(expected);
            assertThat(body.path("title").asString()).isNotBlank();
            assertThat(body.path("detail").asString()).isNotBlank();
            assertThat(body.path("instance").asString()).startsWith("/");
            return this;
        }

        public Answer isInvalid(String field) {
            isProblem(400, "invalid-request");
            assertThat(body.path("errors").values().stream()
                            .map(error -> error.path("field").asString()))
                    .containsExactly(field);
            return this;
        }

        public JsonNode at(String pointer) {
            return body.at(pointer);
        }

        public Collection<JsonNode> list(String name) {
            return body.path(name).values();
        }

        /** One property of each item. */
        public List<String> each(String list, String property) {
            return list(list).stream()
                    .map(item -> item.path(property).asString())
                    .toList();
        }
    }

    public Caller anonymous() {
        return new Caller(null);
    }

    public Caller bearing(String token) {
        return new Caller(token);
    }

    public Caller learner(long learner) {
        return as(learner, null);
    }

    public Caller admin() {
        return as(1, null, "admin");
    }

    public Caller service() {
        return as(1, null, "service");
    }

    public Caller as(long learner, @Nullable String name, String... scopes) {
        var request = new HashMap<String, Object>();
        request.put("learner", learner);
        request.put("scopes", Arrays.asList(scopes));
        if (name != null) {
            request.put("name", name);
        }
        return bearing(
                anonymous().post("/dev/tokens", request).has(200).at("/token").asString());
    }

    /** Activities as the batch of one request. */
    public static Map<String, Object> activities(List<Map<String, Object>> activities) {
        return Map.of("activities", activities);
    }

    public static Map<String, Object> activity(long learner, String type, String sourceId, Object occurredAt) {
        return Map.of("learner", learner, "type", type, "sourceId", sourceId, "occurredAt", occurredAt.toString());
    }

    /** Sends activities as the platform does. */
    public Answer take(List<? extends Map<String, ?>> activities) {
        return service()
                .post("/api/activities", Map.of("activities", activities))
                .has(200);
    }

    /** A score for {@link #score}. */
    public static Map<String, Object> scoreOf(Object member, long delta, String messageId, Object occurredAt) {
        var score = new HashMap<String, Object>();
        score.put("member", member.toString());
        score.put("delta", delta);
        score.put("messageId", messageId);
        score.put("occurredAt", occurredAt.toString());
        return score;
    }

    public static Map<String, Object> scoreOf(
            Object member, String partition, long delta, String messageId, Object occurredAt) {
        var score = scoreOf(member, delta, messageId, occurredAt);
        score.put("partition", partition);
        return score;
    }

    /** Sends scores to a board as the platform does. */
    public Answer score(String board, List<? extends Map<String, ?>> scores) {
        return service()
                .post("/api/boards/" + board + "/scores", Map.of("scores", scores))
                .has(200);
    }

    /** Closes the rankings of a board as an admin does. */
    public void close(String board, String period) {
        admin().actuate("/boards/" + board, Map.of("action", "close", "period", period))
                .has(200);
    }

    /** Settles an ended season as an admin does, until it is proven; its board in Redis may still be there. */
    public Answer settle(Object season) {
        return settleUntil(season, "/season/state", "SETTLED");
    }

    /** Settles an ended season until its last step is done, too: its board is no longer in Redis. */
    public Answer settleAndClear(Object season) {
        return settleUntil(season, "/steps/4/state", "DONE");
    }

    private Answer settleUntil(Object season, String pointer, String value) {
        var admin = admin();
        var tries = new AtomicInteger();
        return await().until(
                        () -> {
                            if (tries.incrementAndGet() % MANY_TRIES == 0) {
                                resubmit(); // the seal waits for what an instance has begun that is no more
                            }
                            return admin.actuate("/seasons/" + season, Map.of("action", "settle"))
                                    .has(200);
                        },
                        detail -> detail.at(pointer).asString().equals(value));
    }

    /** Has events delivered that failed or are stale, as the job would, which stands still in tests. */
    void resubmit() {
        admin().actuate("/events", Map.of("action", "resubmit")).has(200);
    }

    public String url() {
        return "http://localhost:" + port();
    }

    public int port() {
        return environment.getRequiredProperty("local.server.port", Integer.class);
    }

    public String actuatorUrl() {
        return "http://localhost:" + environment.getRequiredProperty("local.management.port") + "/actuator";
    }

    /** Somebody with a token, or nobody. */
    public final class Caller {

        private final @Nullable String token;

        private Caller(@Nullable String token) {
            this.token = token;
        }

        public String token() {
            return String.valueOf(token);
        }

        public Answer get(String path, String... headers) {
            return call(HttpMethod.GET, url() + path, all(headers), null);
        }

        /** What is no JSON, byte by byte; fails unless there is something to download. */
        public ResponseEntity<byte[]> download(String path, String... headers) {
            return client.get()
                    .uri(URI.create(url() + path))
                    .headers(all -> {
                        all.setBearerAuth(token());
                        for (int i = 0; i < headers.length; i += 2) {
                            all.add(headers[i], headers[i + 1]);
                        }
                    })
                    .retrieve()
                    .toEntity(byte[].class);
        }

        public Answer delete(String path) {
            return call(HttpMethod.DELETE, url() + path, new HttpHeaders(), null);
        }

        public Answer patch(String path, Object body) {
            return sendJson(HttpMethod.PATCH, url() + path, body);
        }

        public Answer patch(String path, String contentType, byte[] body, String... headers) {
            var all = all(headers);
            all.add(HttpHeaders.CONTENT_TYPE, contentType);
            return call(HttpMethod.PATCH, url() + path, all, body);
        }

        public Answer put(String path, Object body) {
            return sendJson(HttpMethod.PUT, url() + path, body);
        }

        public Answer post(String path) {
            return call(HttpMethod.POST, url() + path, new HttpHeaders(), null);
        }

        /** Posts JSON: a string as it is, anything else written as JSON. */
        public Answer post(String path, Object body) {
            return postJson(url() + path, body);
        }

        public Answer put(String path, String contentType, byte[] body, String... headers) {
            var all = all(headers);
            all.add(HttpHeaders.CONTENT_TYPE, contentType);
            return call(HttpMethod.PUT, url() + path, all, body);
        }

        public Answer post(String path, String contentType, byte[] body, String... headers) {
            var all = all(headers);
            all.add(HttpHeaders.CONTENT_TYPE, contentType);
            return call(HttpMethod.POST, url() + path, all, body);
        }

        private static HttpHeaders all(String... headers) {
            var all = new HttpHeaders();
            for (int i = 0; i < headers.length; i += 2) {
                all.add(headers[i], headers[i + 1]);
            }
            return all;
        }

        public Answer actuator(String path, String... headers) {
            return call(HttpMethod.GET, actuatorUrl() + path, all(headers), null);
        }

        /** All metrics as text. */
        public String prometheus() {
            return String.valueOf(client.get()
                    .uri(URI.create(actuatorUrl() + "/prometheus"))
                    .headers(headers -> headers.setBearerAuth(token()))
                    .retrieve()
                    .body(String.class));
        }

        public Answer actuate(String path, Object body) {
            return postJson(actuatorUrl() + path, body);
        }

        public Answer actuate(String path, String contentType, byte[] body) {
            return call(HttpMethod.POST, actuatorUrl() + path, all(HttpHeaders.CONTENT_TYPE, contentType), body);
        }

        /** All items of a list that is read page by page through its cursor. */
        public List<JsonNode> pages(String path) {
            var items = new ArrayList<JsonNode>();
            for (var page = get(path).has(200); ; ) {
                items.addAll(page.list("items"));
                if (page.at("/next").isNull()) {
                    return items;
                }
                page = get(path + "&cursor=" + page.at("/next").asString()).has(200);
            }
        }

        /** All seasons, newest first: tests open more of them than a page holds. */
        public List<JsonNode> seasons() {
            var items = new ArrayList<JsonNode>();
            for (int page = 1; ; page++) {
                var answer = get("/api/seasons?size=100&page=" + page).has(200);
                items.addAll(answer.list("items"));
                if (items.size() >= answer.at("/total").asInt()) {
                    return items;
                }
            }
        }

        private Answer postJson(String url, Object body) {
            return sendJson(HttpMethod.POST, url, body);
        }

        private Answer sendJson(HttpMethod method, String url, Object body) {
            var headers = new HttpHeaders();
            headers.setContentType(MediaType.APPLICATION_JSON);
            return call(
                    method,
                    url,
                    headers,
                    body instanceof String text
                            ? text.getBytes(java.nio.charset.StandardCharsets.UTF_8)
                            : json.writeValueAsBytes(body));
        }

        private Answer call(HttpMethod method, String url, HttpHeaders headers, byte @Nullable [] body) {
            var request = client.method(method).uri(URI.create(url)).headers(all -> {
                all.addAll(headers);
                if (token != null) {
                    all.setBearerAuth(token);
                }
            });
            if (body != null) {
                request.body(body);
            }
            var answer = request.exchangeForRequiredValue((sent, response) -> {
                var bytes = response.getBody().readAllBytes();
                return new Answer(response.getStatusCode().value(), response.getHeaders(), json.readTree(bytes));
            });
            Contract.check(method, URI.create(url), answer);
            return answer;
        }
    }
}
