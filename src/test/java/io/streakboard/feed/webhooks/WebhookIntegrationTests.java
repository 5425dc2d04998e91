package io.streakboard.feed.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.streakboard.feed.table.FeedTable;
import io.streakboard.feed.table.FeedType;
import io.streakboard.feed.table.Sequencer;
import io.streakboard.feed.webhooks.WebhookTable.WebhookDelivery;
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
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
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

    private final WebhookDispatcher dispatcher;
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
            WebhookDispatcher dispatcher,
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
        this.dispatcher = dispatcher;
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
        var webhook = webhook(FeedType.SIGN_IN_RECORDED, FeedType.LEARNER_DELETED);
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
        var webhook = webhook(FeedType.LEARNER_DELETED);
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
        assertThat(table.of(webhook.name(), 10)).hasSize(1);
    }

    /** An event of another type cuts the call into several. */
    @Test
    void aCallThatFailedComesWholeThoughTheWebhookHasMoreTypesSince() {
        var webhook = webhook(FeedType.SIGN_IN_RECORDED);
        long first = Learners.next();
        long last = Learners.next();
        signedIn(first);
        long gone = deleted();
        signedIn(last);
        statuses.add(500);
        deliver(webhook);
        received.clear();
        due(webhook, 0);

        deliver(new Webhook(
                webhook.name(),
                webhook.url(),
                Set.of(FeedType.SIGN_IN_RECORDED, FeedType.LEARNER_DELETED),
                SECRET,
                true));

        assertThat(subjects()).containsExactly(subject(first), subject(gone), subject(last));
    }

    @Test
    void aCallThatIsDiscardedWhileItIsTriedDoesNotComeBack() {
        var webhook = webhook(FeedType.LEARNER_DELETED);
        deleted();
        statuses.add(500);
        deliver(webhook);
        var failed = table.of(webhook.name(), 10).getLast();

        table.discard(webhook.name(), failed.id());
        table.failed(failed, time.now(), "status 500");

        assertThat(table.of(webhook.name(), 10))
                .extracting(WebhookDelivery::ends)
                .containsExactly(false);
    }

    @Test
    void afterADayACallIsParkedAndAnAdminReplaysIt() {
        var webhook = webhook(FeedType.LEARNER_DELETED);
        long refused = deleted();
        statuses.addAll(List.of(400, 400));
        deliver(webhook);
        due(webhook, 25);
        long next = deleted();

        deliver(webhook);

        assertThat(subjects()).containsExactly(subject(refused), subject(refused), subject(next));
        var endpoint = new WebhooksEndpoint(new ConfiguredWebhooks(List.of(webhook)), table, feed);
        var parked = endpoint.webhooks().webhooks().getFirst().deliveries().getLast();
        assertThat(parked.error()).isEqualTo("status 400");
        assertThat(parked.nextTryAt()).isNull();

        var metrics = new SimpleMeterRegistry();
        new WebhookMetrics(new ConfiguredWebhooks(List.of(webhook)), table, feed, metrics);
        assertThat(metrics.get(WebhookMetrics.PARKED)
                        .tag("webhook", webhook.name())
                        .gauge()
                        .value())
                .isEqualTo(1);
        assertThat(metrics.get(WebhookMetrics.TRIES).gauge().value()).isZero();
        assertThat(metrics.get(WebhookMetrics.LAG).gauge().value()).isLessThan(500);

        endpoint.act("replay", webhook.name(), parked.id());
        deliver(webhook);

        assertThat(subjects()).last().isEqualTo(subject(refused));
        assertThat(received)
                .last()
                .extracting(Received::id)
                .isEqualTo(received.getFirst().id());
        assertThat(table.of(webhook.name(), 10)).hasSize(1);
    }

    @Test
    void whatWaitsForAReceiverThatWasAwayComesInItsOrder() {
        var webhook = webhook(FeedType.LEARNER_DELETED);
        long first = deleted();
        statuses.addAll(List.of(503, 503, 503));
        deliver(webhook);
        due(webhook, 25);
        long second = deleted();
        long third = deleted();
        deliver(webhook);

        due(webhook, 0);
        deliver(webhook);

        assertThat(subjects())
                .containsExactly(subject(first), subject(first), subject(second), subject(second), subject(third));
        var parked = table.of(webhook.name(), 10);
        assertThat(parked).hasSize(2);
        table.discard(webhook.name(), parked.getLast().id());
        table.replay(webhook.name(), null);
        deliver(webhook);
        assertThat(received).hasSize(5);
    }

    @Test
    void eventsOfOtherTypesCostNoWrites() {
        var webhook = webhook(FeedType.SEASON_SETTLED);
        var before = table.of(webhook.name(), 10);
        deleted();

        deliver(webhook);

        assertThat(table.of(webhook.name(), 10)).isEqualTo(before);
    }

    @Test
    void aReceiverThatIsGoneGetsNothingUntilAnAdminResumes() {
        var webhook = webhook(FeedType.LEARNER_DELETED);
        long learner = deleted();
        statuses.add(410);
        deliver(webhook);
        deliver(webhook);
        assertThat(received).hasSize(1);

        new WebhooksEndpoint(new ConfiguredWebhooks(List.of(webhook)), table, feed).act("replay", webhook.name(), null);
        deliver(webhook);

        assertThat(subjects()).containsExactly(subject(learner), subject(learner));
    }

    @Test
    void aPrivateAddressIsToldNothing() {
        var webhook = new Webhook(
                name(),
                URI.create("https://localhost:" + receiver.getAddress().getPort()),
                Set.of(FeedType.LEARNER_DELETED),
                SECRET,
                false);
        deliver(webhook);
        deleted();

        deliver(webhook);

        assertThat(received).isEmpty();
        assertThat(table.of(webhook.name(), 10).getLast().error()).contains("private address");
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
        webhooks.add(webhook(slow, FeedType.LEARNER_DELETED));
        IntStream.range(0, 9).forEach(i -> webhooks.add(webhook(FeedType.LEARNER_DELETED)));
        var instances = List.of(deliveries(webhooks), deliveries(webhooks));
        var learners = IntStream.range(0, 20).mapToObj(i -> deleted()).toList();

        instances.forEach(WebhookWorkers::start);
        try {
            await().until(() -> received.size() >= 180);
        } finally {
            answerNow.countDown(); // or each stop would wait until the call is given up
            instances.forEach(WebhookWorkers::stop);
            slow.stop(0);
        }

        assertThat(received).hasSize(180);
        var byLearner = subjects();
        learners.forEach(learner -> assertThat(byLearner).contains(subject(learner)));
    }

    /** A deployment stops an instance while a receiver has a call and has not answered yet. */
    @Test
    void aStopWaitsForTheCallUnderWay() throws Exception {
        var called = new CountDownLatch(1);
        var answerNow = new CountDownLatch(1);
        var slow = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        slow.createContext("/", exchange -> {
            called.countDown();
            try {
                answerNow.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            answer(exchange);
        });
        slow.start();
        var webhook = webhook(slow, FeedType.LEARNER_DELETED);
        long learner = deleted();
        var instance = deliveries(List.of(webhook));
        var stopped = new CountDownLatch(1);
        try {
            instance.start();
            assertThat(called.await(30, TimeUnit.SECONDS)).isTrue();

            instance.stop(stopped::countDown);

            assertThat(stopped.getCount()).isOne();
            answerNow.countDown();
            assertThat(stopped.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(instance.isRunning()).isFalse();
            deliver(webhook); // the next instance
        } finally {
            answerNow.countDown();
            slow.stop(0);
        }
        assertThat(subjects()).containsExactly(subject(learner));
        assertThat(table.of(webhook.name(), 10))
                .extracting(WebhookDelivery::ends)
                .containsExactly(false);
    }

    /** Whether the receiver got it is unknown, so it is sent again with the same id. */
    @Test
    void aCallWhoseInstanceDiesComesAgainAsItWas() {
        var webhook = webhook(FeedType.SIGN_IN_RECORDED);
        var first = Learners.next();
        signedIn(first);
        sequence();
        var killed = new WebhookDispatcher(feed, table, dying(), time);
        assertThatIllegalStateException().isThrownBy(() -> killed.deliver(webhook));
        var second = Learners.next();
        signedIn(second);

        deliver(webhook);

        assertThat(subjects()).containsExactly(subject(first), subject(first), subject(second));
        assertThat(received)
                .extracting(Received::id)
                .element(1)
                .isEqualTo(received.getFirst().id());
        assertThat(received)
                .extracting(Received::body)
                .element(1)
                .isEqualTo(received.getFirst().body());
        assertThat(received.getLast().id()).isNotEqualTo(received.getFirst().id());
    }

    /** Dies when a call was answered. */
    private WebhookSender dying() {
        return new WebhookSender(json) {

            @Override
            CallResult send(Webhook webhook, WebhookCall call) {
                super.send(webhook, call);
                throw new IllegalStateException("killed");
            }
        };
    }

    private void signedIn(long learner) {
        publish(new SignInsRecorded(
                List.of(new SignIn(learner, LocalDate.of(2012, 8, 4), SignIn.Kind.REGULAR, 1, 0, time.now(), 0))));
    }

    private WebhookWorkers deliveries(List<Webhook> webhooks) {
        return new WebhookWorkers(new ConfiguredWebhooks(webhooks), dispatcher, sequencer, feed, locks);
    }

    @Test
    void anUnknownWebhookIsNotFoundAndAnUnknownActionNamed() {
        api.admin().actuator("/webhooks").has(200);
        api.admin()
                .actuate("/webhooks", Map.of("action", "replay", "webhook", "nobody"))
                .isProblem(404, "not-found");
        var webhook = webhook(FeedType.LEARNER_DELETED);
        var endpoint = new WebhooksEndpoint(new ConfiguredWebhooks(List.of(webhook)), table, feed);
        assertThatExceptionOfType(Problem.class).isThrownBy(() -> endpoint.act("dance", webhook.name(), null));
    }

    private Webhook webhook(FeedType... types) {
        return webhook(receiver, types);
    }

    /** A webhook whose next event is the first that is published from now on. */
    private Webhook webhook(HttpServer server, FeedType... types) {
        var webhook = new Webhook(
                name(),
                URI.create("http://localhost:" + server.getAddress().getPort() + "/hook"),
                Set.of(types),
                SECRET,
                true);
        sequence();
        table.begin(webhook.name(), feed.head().position());
        return webhook;
    }

    private static String name() {
        return "test-" + NAMES.incrementAndGet();
    }

    private void deliver(Webhook webhook) {
        sequence();
        boolean more;
        do {
            more = dispatcher.deliver(webhook);
        } while (more);
    }

    private void sequence() {
        await().until(() -> {
            feed.sequence();
            return jdbc.sql("SELECT COUNT(*) FROM feed WHERE position IS NULL")
                            .query(Long.class)
                            .single()
                    == 0;
        });
    }

    /** Has the next try made now, as if calls had failed for some hours. */
    private void due(Webhook webhook, int hours) {
        jdbc.sql("""
                        UPDATE webhook SET next_try_at = '2000-01-01', failed_at = failed_at - INTERVAL ? HOUR
                         WHERE name = ? AND next_try_at IS NOT NULL
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
