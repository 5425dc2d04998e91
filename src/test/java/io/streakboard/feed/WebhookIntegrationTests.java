package io.streakboard.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.streakboard.identity.LearnerDeleted;
import io.streakboard.signin.SignIn;
import io.streakboard.signin.SignInsRecorded;
import io.streakboard.support.Api;
import io.streakboard.support.IntegrationTest;
import io.streakboard.support.Learners;
import io.streakboard.time.BusinessTime;
import io.streakboard.web.Problem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.javacrumbs.shedlock.core.LockProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@IntegrationTest
class WebhookIntegrationTests {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final AtomicInteger NAMES = new AtomicInteger();

    private record Received(String id, String timestamp, String signature, String type, String body) {}

    private final Courier courier;
    private final WebhookTable table;
    private final FeedTable feed;
    private final Sequencer sequencer;
    private final LockProvider locks;
    private final ApplicationEventPublisher events;
    private final TransactionTemplate transactions;
    private final JdbcClient jdbc;
    private final BusinessTime time;
    private final Api api;
    private final JsonMapper json;

    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final Queue<Integer> statuses = new ConcurrentLinkedQueue<>();
    private final HttpServer receiver;

    WebhookIntegrationTests(
            Courier courier,
            WebhookTable table,
            FeedTable feed,
            Sequencer sequencer,
            LockProvider locks,
            ApplicationEventPublisher events,
            TransactionTemplate transactions,
            JdbcClient jdbc,
            BusinessTime time,
            Api api,
            JsonMapper json)
            throws IOException {
        this.courier = courier;
        this.table = table;
        this.feed = feed;
        this.sequencer = sequencer;
        this.locks = locks;
        this.events = events;
        this.transactions = transactions;
        this.jdbc = jdbc;
        this.time = time;
        this.api = api;
        this.json = json;
        this.receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    @BeforeEach
    void receive() {
        receiver.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        receiver.createContext("/", this::answer);
        receiver.start();
    }

    @AfterEach
    void close() {
        receiver.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        var headers = exchange.getRequestHeaders();
        received.add(new Received(
                headers.getFirst("webhook-id"),
                headers.getFirst("webhook-timestamp"),
                headers.getFirst("webhook-signature"),
                headers.getFirst("Content-Type"),
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
        var status = statuses.poll();
        exchange.getResponseHeaders().add("Location", "/elsewhere");
        exchange.sendResponseHeaders(status == null ? 204 : status, -1);
        exchange.close();
    }

    @Test
    void eventsComeInOrderSignedAndFrequentOnesTogether() {
        var webhook = webhook("sign_in.recorded", "learner.deleted");
        var learners = List.of(Learners.next(), Learners.next(), Learners.next());
        publish(new SignInsRecorded(learners.stream()
                .map(learner -> new SignIn(learner, LocalDate.of(2012, 8, 4), SignIn.Kind.REGULAR, 1, 0, time.now(), 0))
                .toList()));
        var gone = List.of(deleted(), deleted());

        deliver(webhook);

        assertThat(received)
                .extracting(Received::type)
                .containsExactly(
                        "application/cloudevents-batch+json",
                        "application/cloudevents+json",
                        "application/cloudevents+json");
        assertThat(subjects())
                .containsExactly(
                        subject(learners.get(0)),
                        subject(learners.get(1)),
                        subject(learners.get(2)),
                        subject(gone.get(0)),
                        subject(gone.get(1)));
        assertThat(received).extracting(Received::id).doesNotHaveDuplicates();
        assertThat(received)
                .allSatisfy(call -> assertThat(call.signature())
                        .isEqualTo(
                                Signature.of(webhook.key(), call.id(), Long.parseLong(call.timestamp()), call.body())));
    }

    @Test
    void aCallThatFailsComesAgainAsItWasAndHoldsUpThoseBehindIt() {
        var webhook = webhook("learner.deleted");
        long first = deleted();
        statuses.addAll(List.of(500, 302));

        deliver(webhook);
        long second = deleted();
        deliver(webhook); // not before the pause is over
        assertThat(received).hasSize(1);
        due(webhook, 0);
        deliver(webhook);
        due(webhook, 0);
        deliver(webhook);

        assertThat(subjects())
                .as("a redirect is a failure and not followed")
                .containsExactly(subject(first), subject(first), subject(first), subject(second));
        assertThat(received.subList(0, 3))
                .extracting(Received::id)
                .containsOnly(received.getFirst().id());
        assertThat(received.subList(0, 3))
                .extracting(Received::body)
                .containsOnly(received.getFirst().body());
        assertThat(table.of(webhook.name()).orElseThrow().failingSince()).isNull();
    }

    @Test
    void afterADayACallIsParkedAndAnAdminReplaysIt() {
        var webhook = webhook("learner.deleted");
        long refused = deleted();
        statuses.addAll(List.of(400, 400));
        deliver(webhook);
        due(webhook, 25);
        long next = deleted();

        deliver(webhook);

        assertThat(subjects()).containsExactly(subject(refused), subject(refused), subject(next));
        var endpoint = new WebhooksEndpoint(new ConfiguredWebhooks(List.of(webhook)), table, feed);
        var shown = endpoint.webhooks().webhooks().getFirst();
        assertThat(shown.parked())
                .singleElement()
                .satisfies(parked -> assertThat(parked.reason()).isEqualTo("status 400"));
        assertThat(shown.lag()).isZero();

        endpoint.act("replay", webhook.name(), shown.parked().getFirst().id());
        deliver(webhook);

        assertThat(subjects()).last().isEqualTo(subject(refused));
        assertThat(table.parked(webhook.name(), 10)).isEmpty();
    }

    @Test
    void ifTheNextCallFailsTooAllThatWaitsIsParked() {
        var webhook = webhook("learner.deleted");
        deleted();
        statuses.addAll(List.of(503, 503, 503));
        deliver(webhook);
        due(webhook, 25);
        deleted();
        deleted();

        deliver(webhook);

        assertThat(received).hasSize(3);
        assertThat(table.parked(webhook.name(), 10)).hasSize(2);
        long after = deleted();
        deliver(webhook);
        assertThat(subjects()).last().isEqualTo(subject(after));
        table.replay(webhook.name(), null);
        deliver(webhook);
        assertThat(received).hasSize(7);
        assertThat(table.parked(webhook.name(), 10)).isEmpty();
    }

    @Test
    void aReceiverThatIsGoneGetsNothingUntilAnAdminResumes() {
        var webhook = webhook("learner.deleted");
        long learner = deleted();
        statuses.add(410);
        deliver(webhook);
        deliver(webhook);
        assertThat(received).hasSize(1);

        new WebhooksEndpoint(new ConfiguredWebhooks(List.of(webhook)), table, feed).act("resume", webhook.name(), null);
        deliver(webhook);

        assertThat(subjects()).containsExactly(subject(learner), subject(learner));
    }

    @Test
    void aPrivateAddressIsToldNothing() {
        var webhook = new Webhook(
                name(),
                URI.create("https://localhost:" + receiver.getAddress().getPort()),
                List.of("learner.deleted"),
                SECRET,
                false);
        deliver(webhook);
        deleted();

        deliver(webhook);

        assertThat(received).isEmpty();
        assertThat(table.of(webhook.name()).orElseThrow().lastError()).contains("private address");
    }

    /** Ten webhooks on two instances, one of whose receivers does not answer. */
    @Test
    void aSlowReceiverDelaysNoOtherAndEachIsServedByOneInstance() throws IOException {
        var answerNow = new CountDownLatch(1);
        var slow = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        slow.createContext("/", exchange -> {
            try {
                answerNow.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            exchange.close();
        });
        slow.start();
        var webhooks = new ArrayList<Webhook>();
        webhooks.add(webhook(slow, "learner.deleted"));
        IntStream.range(0, 9).forEach(i -> webhooks.add(webhook("learner.deleted")));
        var instances = List.of(deliveries(webhooks), deliveries(webhooks));
        var learners = IntStream.range(0, 20).mapToObj(i -> deleted()).toList();

        instances.forEach(Deliveries::start);
        try {
            await().until(() -> received.size() >= 180);
        } finally {
            instances.forEach(Deliveries::stop);
            answerNow.countDown();
            slow.stop(0);
        }

        assertThat(received).hasSize(180);
        var byLearner = subjects();
        learners.forEach(learner -> assertThat(byLearner).contains(subject(learner)));
    }

    private Deliveries deliveries(List<Webhook> webhooks) {
        return new Deliveries(new ConfiguredWebhooks(webhooks), courier, sequencer, feed, locks);
    }

    @Test
    void anUnknownWebhookIsNotFoundAndAnUnknownActionNamed() {
        api.admin().actuator("/webhooks").has(200);
        api.admin()
                .actuate("/webhooks", Map.of("action", "replay", "webhook", "nobody"))
                .isProblem(404, "not-found");
        var webhook = webhook("learner.deleted");
        var endpoint = new WebhooksEndpoint(new ConfiguredWebhooks(List.of(webhook)), table, feed);
        assertThatExceptionOfType(Problem.class).isThrownBy(() -> endpoint.act("dance", webhook.name(), null));
    }

    private Webhook webhook(String... types) {
        return webhook(receiver, types);
    }

    /** A webhook whose next event is the first that is published from now on. */
    private Webhook webhook(HttpServer server, String... types) {
        var webhook = new Webhook(
                name(),
                URI.create("http://localhost:" + server.getAddress().getPort() + "/hook"),
                List.of(types),
                SECRET,
                true);
        place();
        table.begin(webhook.name(), feed.head().position());
        return webhook;
    }

    private static String name() {
        return "test-" + NAMES.incrementAndGet();
    }

    private void deliver(Webhook webhook) {
        place();
        boolean more;
        do {
            more = courier.deliver(webhook);
        } while (more);
    }

    private void place() {
        await().until(() -> {
            feed.place();
            return jdbc.sql("SELECT COUNT(*) FROM feed_outbox")
                            .query(Long.class)
                            .single()
                    == 0;
        });
    }

    /** Has the next try made now, as if calls had failed for some hours. */
    private void due(Webhook webhook, int hours) {
        jdbc.sql("""
                        UPDATE webhook SET next_attempt_at = NULL, failing_since = failing_since - INTERVAL ? HOUR
                         WHERE name = ?
                        """).params(hours, webhook.name()).update();
    }

    private long deleted() {
        long learner = Learners.next();
        publish(new LearnerDeleted(learner));
        return learner;
    }

    private void publish(Object event) {
        transactions.executeWithoutResult(status -> events.publishEvent(event));
    }

    private List<String> subjects() {
        return received.stream()
                .map(call -> json.readTree(call.body()))
                .flatMap(body -> body.isArray() ? body.values().stream() : Stream.of(body))
                .map((JsonNode event) -> event.path("subject").asString())
                .toList();
    }

    private static String subject(long learner) {
        return "learners/" + learner;
    }
}
