package io.streakboard.leaderboard.rankings;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads a stream of server-sent events, on a thread of its own. */
final class EventClient implements AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();

    record Event(String id, String name, JsonNode data) {}

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final HttpResponse<java.io.InputStream> response;
    private final List<Event> events = new CopyOnWriteArrayList<>();
    private volatile boolean ended;

    EventClient(String url, String token, String... headers) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(url))
                .header("Accept", "text/event-stream")
                .header("Authorization", "Bearer " + token);
        if (headers.length > 0) {
            request.headers(headers);
        }
        response = http.send(request.build(), BodyHandlers.ofInputStream());
        if (response.statusCode() == 200) {
            Thread.ofVirtual().start(this::read);
        }
    }

    private void read() {
        try (var lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
            var id = "";
            var name = "";
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("id: ")) {
                    id = line.substring(4);
                } else if (line.startsWith("event: ")) {
                    name = line.substring(7);
                } else if (line.startsWith("data: ")) {
                    events.add(new Event(id, name, JSON.readTree(line.substring(6))));
                }
            }
        } catch (IOException closed) {
            // ended as well
        }
        ended = true;
    }

    HttpResponse<java.io.InputStream> response() {
        return response;
    }

    /** The body of a refusal. */
    JsonNode problem() throws IOException {
        return JSON.readTree(response.body().readAllBytes());
    }

    List<Event> events(String name) {
        return events.stream().filter(event -> event.name().equals(name)).toList();
    }

    boolean ended() {
        return ended;
    }

    /** Closes the connection. */
    @Override
    public void close() {
        http.shutdownNow();
    }
}
