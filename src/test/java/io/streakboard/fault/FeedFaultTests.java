package io.streakboard.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A reader follows the feed and a receiver gets its calls while learners earn points by two instances, each of which is
 * killed with {@code kill -9}, as is MySQL between them. Both hear of each change of each total, in its order.
 */
class FeedFaultTests {

    private static final String SCHEMA = "feed";
    private static final int LEARNERS = 40;
    private static final int REVIEWS_OF_EACH = 30;
    private static final int REVIEW_PAYS = 10;
    private static final int ALL = LEARNERS * REVIEWS_OF_EACH;
    private static final int THREADS = 16;
    private static final String FEED = "/api/feed?types=points.awarded&limit=100&wait=1s";
    private static final String SERVICE = DevelopmentToken.of(1, "service");
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final JsonMapper JSON = new JsonMapper();

    private final AtomicReferenceArray<ApplicationProcess> instances = new AtomicReferenceArray<>(2);
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger unanswered = new AtomicInteger();

    /** What was heard, by the events' ids, as it came first. */
    private final Map<String, JsonNode> read = Collections.synchronizedMap(new LinkedHashMap<>());

    private final Map<String, JsonNode> received = Collections.synchronizedMap(new LinkedHashMap<>());

    @Test
    void readerAndReceiverHearOfEachChangeInItsOrderWhateverIsKilled() throws Exception {
        var receiver = receiver();
        try (var servers = EmbeddedServers.startFresh("feed");
                var threads = Executors.newFixedThreadPool(THREADS + 1)) {
            start(servers, receiver, 0);
            start(servers, receiver, 1);
            var reader = threads.submit(() -> follow(new ArrayList<>(List.of(0, 1))));
            var reports = reports().stream()
                    .map(report -> threads.submit(() -> report(report)))
                    .toList();

            await().atMost(PATIENCE).until(() -> answered.get() > ALL / 5);
            instances.get(0).kill();
            start(servers, receiver, 0);
            await().atMost(PATIENCE).until(() -> answered.get() > ALL / 3);
            servers.database().kill();
            servers.database().start();
            await().atMost(PATIENCE).until(() -> answered.get() > ALL / 2);
            instances.get(1).kill();
            start(servers, receiver, 1);

            for (Future<?> report : reports) {
                report.get();
            }
            reader.get();
            assertThat(unanswered).hasPositiveValue();
            assertEachChangeInOrder(read.values());
            await().atMost(PATIENCE).until(() -> received.size() == ALL);
            assertEachChangeInOrder(received.values());
            assertThat(fromTheBeginning(0)).containsExactlyElementsOf(read.keySet());
            assertThat(fromTheBeginning(1)).containsExactlyElementsOf(read.keySet());
        } finally {
            receiver.stop(0);
            for (int i = 0; i < instances.length(); i++) {
                if (instances.get(i) != null) {
                    instances.get(i).close();
                }
            }
        }
    }

    private void start(EmbeddedServers servers, HttpServer receiver, int instance) {
        var properties = new HashMap<>(servers.properties(SCHEMA, 0));
        properties.put("streakboard.events.stale-after", "5s");
        properties.put("streakboard.events.check-interval", "1s");
        properties.put("streakboard.feed.enabled", true);
        properties.put("streakboard.webhooks[0].name", "receiver");
        properties.put(
                "streakboard.webhooks[0].url",
                "http://127.0.0.1:" + receiver.getAddress().getPort());
        properties.put("streakboard.webhooks[0].types", "points.awarded");
        properties.put("streakboard.webhooks[0].secret", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        properties.put("streakboard.webhooks[0].allow-private", true);
        instances.set(instance, ApplicationProcess.startPackaged("feed-" + instance, properties));
    }

    private HttpServer receiver() throws IOException {
        var receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/", this::receive);
        receiver.start();
        return receiver;
    }

    private void receive(HttpExchange call) throws IOException {
        JSON.readTree(call.getRequestBody().readAllBytes())
                .forEach(event -> received.putIfAbsent(event.get("id").asString(), event));
        call.sendResponseHeaders(204, -1);
        call.close();
    }

    private List<String> reports() {
        var at = Instant.now();
        var reports = new ArrayList<String>();
        for (int learner = 1; learner <= LEARNERS; learner++) {
            for (int review = 0; review < REVIEWS_OF_EACH; review++) {
                reports.add(
                        "{\"activities\":[{\"learner\":%d,\"type\":\"REVIEW\",\"sourceId\":\"r%d\",\"occurredAt\":\"%s\"}]}"
                                .formatted(learner, review, at));
            }
        }
        Collections.shuffle(reports, new Random(1));
        return reports;
    }

    /** Asks one instance after the other until one has taken it. */
    private Void report(String json) throws InterruptedException {
        for (int attempt = json.hashCode() & 1; ; attempt++) {
            try {
                var answer = instances.get(attempt % 2).post("/api/activities", SERVICE, json);
                assertThat(answer.statusCode()).as(answer.body()).isIn(200, 503);
                if (answer.statusCode() == 200) {
                    answered.incrementAndGet();
                    return null;
                }
            } catch (IOException noAnswer) {
                // it may have been taken; it is told again
            }
            unanswered.incrementAndGet();
            Thread.sleep(200); // as a client would
        }
    }

    /** Reads on with the cursor that it has, by whichever instance answers. */
    private Void follow(List<Integer> turns) throws InterruptedException {
        String cursor = null;
        while (read.size() < ALL) {
            Collections.rotate(turns, 1);
            try {
                var page = instances.get(turns.getFirst()).get(after(cursor), SERVICE);
                if (page.statusCode() == 200) {
                    cursor = keep(page.body(), read);
                    continue;
                }
                assertThat(page.statusCode()).as(page.body()).isEqualTo(503);
            } catch (IOException noAnswer) {
                // the next one is asked
            }
            Thread.sleep(200);
        }
        return null;
    }

    private static String after(@Nullable String cursor) {
        return cursor == null ? FEED : FEED + "&after=" + cursor;
    }

    /** Returns where to read on. */
    private static String keep(String page, Map<String, JsonNode> events) {
        var json = JSON.readTree(page);
        json.get("items").forEach(event -> events.putIfAbsent(event.get("id").asString(), event));
        return json.get("next").asString();
    }

    private Collection<String> fromTheBeginning(int instance) throws Exception {
        var events = new LinkedHashMap<String, JsonNode>();
        String cursor = null;
        while (events.size() < ALL) {
            cursor = keep(instances.get(instance).get(after(cursor), SERVICE).body(), events);
        }
        return events.keySet();
    }

    private static void assertEachChangeInOrder(Collection<JsonNode> events) {
        var totals = new HashMap<String, List<Long>>();
        events.forEach(event -> totals.computeIfAbsent(event.get("subject").asString(), learner -> new ArrayList<>())
                .add(event.at("/data/total").asLong()));
        var each = LongStream.rangeClosed(1, REVIEWS_OF_EACH)
                .mapToObj(review -> review * REVIEW_PAYS)
                .toList();
        assertThat(totals.keySet())
                .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, LEARNERS)
                        .mapToObj(learner -> "learners/" + learner)
                        .toList());
        assertThat(totals.values()).allSatisfy(heard -> assertThat(heard).isEqualTo(each));
    }
}
