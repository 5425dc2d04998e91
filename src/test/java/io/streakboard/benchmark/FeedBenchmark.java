package io.streakboard.benchmark;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.streakboard.feed.table.CloudEvent;
import io.streakboard.feed.table.FeedTable;
import io.streakboard.support.IntegrationTest;
import io.streakboard.time.Utc;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Events into the feed until each has its position, against plain inserts of the same rows; and how long events take to
 * ten webhooks while all answer at once, and while one of them takes seconds.
 */
@IntegrationTest
class FeedBenchmark {

    private static final int EVENTS = Integer.getInteger("streakboard.benchmark.events", 100_000);
    private static final int ROUNDS = Integer.getInteger("streakboard.benchmark.rounds", 3);
    private static final int BATCH = 500;
    private static final int WRITERS = 2;
    private static final int WEBHOOKS = 10;
    private static final int TOLD = 200;
    private static final Duration BETWEEN = Duration.ofMillis(50);
    private static final Duration SLOW = Duration.ofSeconds(5);
    private static final Pattern NUMBER = Pattern.compile("\"id\":\"timed:([0-9]+)\"");
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    /** When a timed event was published, by its number. */
    private static final Map<Long, Long> PUBLISHED = new ConcurrentHashMap<>();

    /** How many milliseconds each event took, by webhook. */
    private static final List<List<Double>> TOOK = IntStream.range(0, WEBHOOKS)
            .mapToObj(i -> Collections.synchronizedList(new ArrayList<Double>()))
            .toList();

    private static volatile boolean lastIsSlow;

    private final FeedTable feed;
    private final TransactionTemplate transactions;
    private final JdbcClient jdbc;
    private final DataSource source;
    private long number = 1;

    FeedBenchmark(FeedTable feed, TransactionTemplate transactions, JdbcClient jdbc, DataSource source) {
        this.feed = feed;
        this.transactions = transactions;
        this.jdbc = jdbc;
        this.source = source;
    }

    @DynamicPropertySource
    static void webhooks(DynamicPropertyRegistry properties) throws IOException {
        for (int i = 0; i < WEBHOOKS; i++) {
            int webhook = i;
            var receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            receiver.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            receiver.createContext("/", exchange -> receive(webhook, exchange));
            receiver.start();
            var prefix = "streakboard.webhooks[" + i + "].";
            properties.add(prefix + "name", () -> "receiver-" + webhook);
            properties.add(
                    prefix + "url",
                    () -> "http://localhost:" + receiver.getAddress().getPort());
            properties.add(prefix + "types", () -> "badge.given");
            properties.add(prefix + "secret", () -> "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
            properties.add(prefix + "allow-private", () -> "true");
        }
    }

    private static void receive(int webhook, HttpExchange exchange) {
        try (exchange) {
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            long now = System.nanoTime();
            var took = TOOK.get(webhook);
            NUMBER.matcher(body)
                    .results()
                    .forEach(found ->
                            took.add((now - requireNonNull(PUBLISHED.get(Long.valueOf(found.group(1))))) / 1e6));
            if (webhook == WEBHOOKS - 1 && lastIsSlow) {
                LockSupport.parkNanos(SLOW.toNanos());
            }
            exchange.sendResponseHeaders(204, -1);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    void eventsASecond() throws Exception {
        jdbc.sql("CREATE TABLE feed_floor LIKE feed").update();
        var batches = IntStream.range(0, EVENTS / BATCH)
                .mapToObj(i -> IntStream.range(0, BATCH)
                        .mapToObj(each -> event("points.awarded", "rate:" + number++))
                        .toList())
                .toList();
        OUT.printf("%n| plain inserts a second | into the feed | with positions | ratio |%n|---:|---:|---:|---:|%n");
        try (var inserts = new Inserts(source, WRITERS)) {
            for (int round = 0; round < ROUNDS; round++) {
                double floor = inserts.run(batches, FeedBenchmark::insert);
                long begun = System.nanoTime();
                double written = inserts.run(
                        batches, (connection, events) -> transactions.executeWithoutResult(status -> feed.add(events)));
                await().atMost(Duration.ofMinutes(5))
                        .pollInterval(Duration.ofMillis(10))
                        .until(() -> waiting() == 0);
                double placed = EVENTS / ((System.nanoTime() - begun) / 1e9);
                OUT.printf("| %.0f | %.0f | %.0f | %.2f |%n", floor, written, placed, placed / floor);
            }
        }
    }

    private long waiting() {
        return jdbc.sql("SELECT COUNT(*) FROM feed FORCE INDEX (by_position) WHERE position IS NULL")
                .query(Long.class)
                .single();
    }

    private static void insert(Connection connection, List<CloudEvent> events) throws SQLException {
        try (var statement = connection.prepareStatement(
                "INSERT INTO feed_floor (event_id, type, subject, at, data, written_at) VALUES (?, ?, ?, ?, ?, ?)")) {
            var now = Utc.column(Instant.now());
            for (var event : events) {
                statement.setString(1, event.id());
                statement.setString(2, event.type());
                statement.setString(3, event.subject());
                statement.setObject(4, Utc.column(event.time()));
                statement.setString(5, event.data());
                statement.setObject(6, now);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    @Test
    void delivery() {
        await().until(() ->
                jdbc.sql("SELECT COUNT(*) FROM webhook").query(Integer.class).single() == WEBHOOKS);
        OUT.printf("%n| | median of nine, ms | 99th percentile | of the tenth, median |%n|---|---:|---:|---:|%n");
        for (int round = 0; round < ROUNDS; round++) {
            measure("all answer at once", false);
            measure("the tenth takes 5 s a call", true);
        }
    }

    private void measure(String what, boolean slow) {
        lastIsSlow = slow;
        TOOK.forEach(List::clear);
        tell(TOLD);
        var nine = TOOK.subList(0, WEBHOOKS - 1).stream()
                .flatMap(List::stream)
                .sorted()
                .toList();
        lastIsSlow = false;
        await().atMost(Duration.ofMinutes(2)).until(() -> TOOK.getLast().size() == TOLD);
        var tenth = TOOK.getLast().stream().sorted().toList();
        OUT.printf("| %s | %.0f | %.0f | %.0f |%n", what, at(nine, 0.5), at(nine, 0.99), at(tenth, 0.5));
        assertThat(nine).hasSize(TOLD * (WEBHOOKS - 1));
    }

    /** Tells events at a steady rate, and waits until nine webhooks have them. */
    private void tell(int events) {
        for (int i = 0; i < events; i++) {
            long next = number++;
            PUBLISHED.put(next, System.nanoTime());
            transactions.executeWithoutResult(status -> feed.add(List.of(event("badge.given", "timed:" + next))));
            LockSupport.parkNanos(BETWEEN.toNanos());
        }
        await().atMost(Duration.ofMinutes(1))
                .until(() -> TOOK.subList(0, WEBHOOKS - 1).stream().allMatch(took -> took.size() >= events));
    }

    private static double at(List<Double> sorted, double share) {
        return sorted.get((int) (share * (sorted.size() - 1)));
    }

    private static CloudEvent event(String type, String id) {
        long learner = 7_000_000_000L + ThreadLocalRandom.current().nextInt(100_000);
        var data =
                "{\"learner\":\"%d\",\"seasonId\":7,\"type\":\"LESSON\",\"points\":10,\"sourceId\":\"%s\",\"total\":120,\"corrections\":0,\"reachedAt\":\"2026-11-17T04:00:00Z\"}";
        return new CloudEvent(
                id, type, "learners/" + learner, Instant.parse("2026-11-17T04:00:00Z"), data.formatted(learner, id));
    }
}
