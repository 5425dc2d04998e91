package io.streakboard.fault;

import static io.streakboard.process.SlowClients.HALF_A_HANDSHAKE;
import static io.streakboard.process.SlowClients.HALF_A_HEAD;
import static io.streakboard.process.SlowClients.beginningOfABody;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import io.streakboard.process.Heap;
import io.streakboard.process.IssuerServer;
import io.streakboard.process.Nginx;
import io.streakboard.process.SlowClients;
import io.streakboard.process.SlowTlsClients;
import io.streakboard.process.TrustAll;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/**
 * An instance with a heap of 256 MB and clients that want to end it. Slow ones meet nginx in front of it. Whatever they
 * do, it is the same process afterwards, answers learners, and has carried every sign-in that it answered to MySQL.
 */
class OverloadFaultTests {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration RECOVERY = Duration.ofSeconds(60);
    private static final List<String> SMALL = List.of("-Xmx256m", "-XX:+ExitOnOutOfMemoryError");
    private static final String SIGN_INS = "/api/sign-ins";
    private static final String BOARD = "/api/boards/points/top";
    private static final String LIVENESS = "/actuator/health/liveness";

    /** Addresses of this machine that are not those of other clients. */
    private static final String ATTACKER = "127.0.0.2";

    private static final String ANOTHER = "127.0.0.3";

    /** Connections of nginx that wait for requests, and those of readiness. */
    private static final int FEW = 100;

    /** An idle instance needs about 90 MB. */
    private static final int MOST_MEGABYTES = 160;

    private static final HttpClient OTHERS =
            HttpClient.newBuilder().sslContext(TrustAll.context()).build();

    private static EmbeddedServers servers;
    private static ApplicationProcess instance;
    private static Nginx nginx;

    @BeforeAll
    static void start() throws Exception {
        servers = EmbeddedServers.startFresh("fault");
        instance = start("overload", Map.of());
        nginx = Nginx.startBefore(instance.port(), "nginx-overload");
    }

    private static ApplicationProcess start(String name, Map<String, Object> more) {
        var properties = new HashMap<>(servers.properties("overload", 0));
        properties.putAll(more);
        return ApplicationProcess.startPackaged(name, SMALL, properties);
    }

    @AfterAll
    static void stop() throws Exception {
        nginx.close();
        instance.close();
        servers.close();
    }

    @Test
    void twoThousandAtOnceAreServedOrAskedToComeBack() throws Exception {
        var signIns = new TreeMap<Integer, Integer>();
        var boards = new TreeMap<Integer, Integer>();
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Void> client = () -> {
                var token = DevelopmentToken.of(ThreadLocalRandom.current().nextLong(1, 1_000_000));
                for (int i = 0; i < 5; i++) {
                    count(signIns, () -> instance.post(SIGN_INS, token));
                    count(boards, () -> instance.get(BOARD, token));
                }
                return null;
            };
            for (var done : clients.invokeAll(
                    IntStream.range(0, 2_000).mapToObj(i -> client).toList())) {
                done.get();
            }
        }

        System.out.println("2,000 clients: sign-ins " + signIns + ", boards " + boards + " (0: no answer)");
        assertThat(signIns).containsKey(201);
        assertThat(signIns.keySet()).isSubsetOf(200, 201, 503, 0);
        assertThat(boards.keySet()).isSubsetOf(200, 503, 0);
        assertThat(signIns.getOrDefault(503, 0)).isLessThanOrEqualTo(boards.getOrDefault(503, 0));
        assertRecovered();
    }

    private static void count(Map<Integer, Integer> statuses, Callable<HttpResponse<String>> request) throws Exception {
        int status = 0;
        try {
            var answer = request.call();
            status = answer.statusCode();
            if (status == 503) {
                assertThat(answer.headers().firstValue("Retry-After")).isPresent();
            }
        } catch (IOException noAnswer) {
            // counts as 0
        }
        synchronized (statuses) {
            statuses.merge(status, 1, Integer::sum);
        }
    }

    /** Many more than an instance would take. */
    @Test
    void halfOpenConnectionsStayWithTheProxy() throws Exception {
        try (var clients = new SlowClients(nginx.port(), 8_300, HALF_A_HANDSHAKE)) {
            assertThat(clients.stillOpen("")).isPositive();
            assertOthersAreServed();

            await().atMost(RECOVERY).until(() -> clients.stillOpen("") == 0);
        }
    }

    @Test
    void headsThatComeByteByByteStayWithTheProxyAndAreCutOff() throws Exception {
        try (var clients = new SlowTlsClients(nginx.port(), ATTACKER, 1_000, HALF_A_HEAD)) {
            assertThat(clients.stillOpen("x")).isPositive();
            assertOthersAreServed();

            await().atMost(RECOVERY).until(() -> clients.stillOpen("x") == 0);
        }
    }

    @Test
    void bodiesThatComeByteByByteStayWithTheProxy() throws Exception {
        var service = "Authorization: Bearer " + DevelopmentToken.of(1, "service") + "\r\n";
        try (var clients = new SlowTlsClients(nginx.port(), ATTACKER, 150, beginningOfABody(service));
                var strangers = new SlowTlsClients(nginx.port(), ANOTHER, 400, beginningOfABody(""))) {
            for (int i = 0; i < 5; i++) {
                assertThat(clients.stillOpen(" ")).isPositive();
                assertThat(strangers.stillOpen(" ")).isPositive();
                assertOthersAreServed();
            }
        }
    }

    /** Only imports reach the instance before they are whole, and it answers strangers before it reads. */
    @Test
    void importsOfStrangersAreRefusedBeforeTheyHaveCome() throws Exception {
        var beginning = beginningOfABody("").replace("/api/activities", "/api/imports");
        try (var strangers = new SlowTlsClients(nginx.port(), ATTACKER, 300, beginning)) {
            await().atMost(RECOVERY).until(() -> strangers.stillOpen(" ") == 0);
            assertOthersAreServed();
        }
    }

    @Test
    void exportsThatAreReadByteByByteStayWithTheProxy() throws Exception {
        long learner = 7_000;
        for (int i = 0; i < 10; i++) {
            assertThat(instance.post("/api/activities", DevelopmentToken.of(1, "service"), lessons(learner, i))
                            .statusCode())
                    .isEqualTo(200);
        }
        var path = "/api/learners/" + learner + "/export";
        var admin = DevelopmentToken.of(1, "admin");
        assertThat(instance.get(path, admin).body()).hasSizeGreaterThan(1_000_000);

        var request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + admin + "\r\n\r\n";
        try (var clients = new SlowTlsClients(nginx.port(), ATTACKER, 150, request)) {
            await().atMost(RECOVERY).until(() -> instance.connections() <= FEW);
            for (int i = 0; i < 5; i++) {
                assertThat(clients.stillOpen("")).isEqualTo(150);
                assertOthersAreServed();
            }
        }
    }

    private static String lessons(long learner, int batch) {
        var now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        return IntStream.range(0, 1_000)
                .mapToObj(i ->
                        "{\"learner\":%d,\"type\":\"LESSON\",\"sourceId\":\"lesson-%d-%d-%s\",\"occurredAt\":\"%s\"}"
                                .formatted(learner, batch, i, "x".repeat(40), now))
                .collect(joining(",", "{\"activities\":[", "]}"));
    }

    /** Through the proxy, from another address than the attackers; and the instance has noticed none of them. */
    private static void assertOthersAreServed() throws Exception {
        for (int i = 0; i < 10; i++) {
            var token = DevelopmentToken.of(ThreadLocalRandom.current().nextLong(1, 1_000_000));
            assertThat(through(HttpRequest.newBuilder(URI.create(nginx.url() + SIGN_INS))
                            .POST(BodyPublishers.noBody())
                            .header("Authorization", "Bearer " + token)))
                    .isIn(200, 201);
            assertThat(through(HttpRequest.newBuilder(URI.create(nginx.url() + BOARD))
                            .header("Authorization", "Bearer " + token)))
                    .isEqualTo(200);
        }
        assertThat(instance.ready()).isTrue();
        assertThat(instance.connections()).isLessThanOrEqualTo(FEW);
        assertThat(Heap.megabytes(instance)).isLessThan(MOST_MEGABYTES);
    }

    private static int through(HttpRequest.Builder request) throws Exception {
        return OTHERS.send(request.timeout(RECOVERY).build(), BodyHandlers.discarding())
                .statusCode();
    }

    private static void awaitEnd(SlowClients clients, String more) {
        await().atMost(RECOVERY.multipliedBy(3))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> clients.stillOpen(more) == 0);
    }

    /** Without a proxy in front the instance still ends clients that send nothing more. */
    @Test
    void bodiesThatDoNotComeKeepNoReaderOutAndAreCutOff() throws Exception {
        var service = "Authorization: Bearer " + DevelopmentToken.of(1, "service") + "\r\n";
        try (var clients = new SlowClients(instance.port(), 300, beginningOfABody(service))) {
            var large = " ".repeat(600_000) + "{}";
            await().until(() -> instance.post("/api/activities", DevelopmentToken.of(1, "service"), large)
                            .statusCode()
                    == 429);
            assertThat(instance.post("/api/activities", DevelopmentToken.of(2, "service"), "{}")
                            .statusCode())
                    .isEqualTo(400);
            assertThat(instance.get(BOARD, DevelopmentToken.of(42)).statusCode())
                    .isEqualTo(200);
            assertThat(instance.post(SIGN_INS, DevelopmentToken.of(42)).statusCode())
                    .isIn(200, 201);

            awaitEnd(clients, "");
            assertRecovered();
        }
    }

    /** As many names as the limit of tokens allows, in as many bodies at once as callers find. */
    @Test
    void bodiesOfManyNamesCostNothing() throws Exception {
        var names = IntStream.range(0, 99_000)
                .mapToObj(i -> "\"" + Integer.toString(i, 36) + "\":1")
                .collect(joining(","));
        var body = "{\"activities\":[],\"other\":{" + names + "}}";
        var answers = new TreeMap<Integer, Integer>();
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Void> client = () -> {
                var token = DevelopmentToken.of(ThreadLocalRandom.current().nextLong(1, 1_000), "service");
                for (int i = 0; i < 5; i++) {
                    count(answers, () -> instance.post("/api/activities", token, body));
                }
                return null;
            };
            for (var done : clients.invokeAll(Collections.nCopies(100, client))) {
                done.get();
            }
        }

        System.out.println("Bodies of many names: " + answers);
        assertThat(answers.keySet()).isSubsetOf(400, 429, 503);
        assertThat(answers).containsKey(400);
        assertRecovered();
    }

    @Test
    void aBatchOfEmptyItemsCostsNothing() throws Exception {
        var batch = "{\"activities\":[" + "{},".repeat(690_000) + "{}]}";

        var answers = new ArrayList<Integer>();
        for (int i = 0; i < 5; i++) {
            answers.add(instance.post("/api/activities", DevelopmentToken.of(1, "service"), batch)
                    .statusCode());
        }

        assertThat(answers).containsOnly(400);
        assertRecovered();
    }

    @Test
    void aHangingKeySetDoesNotHarmCallersWithKnownKeys() throws Exception {
        try (var issuer = new IssuerServer();
                var hanging = start("overload-issuer", issuer.properties());
                var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            var learner = issuer.token("42");
            await().atMost(RECOVERY).until(() -> hanging.get(BOARD, learner).statusCode() == 200);

            issuer.answers(IssuerServer.Mode.NOTHING);
            var strangers = new TreeMap<Integer, Integer>();
            Callable<Void> stranger = () -> {
                var key = "key-" + ThreadLocalRandom.current().nextInt();
                count(strangers, () -> hanging.get(BOARD, issuer.tokenWithKeyId("42", key)));
                return null;
            };
            var asking = clients.invokeAll(
                    IntStream.range(0, 2_000).mapToObj(i -> stranger).toList());
            for (var done : asking) {
                done.get();
            }

            assertThat(strangers).containsKey(503);
            assertThat(strangers.keySet()).isSubsetOf(503, 0);
            assertThat(hanging.get(BOARD, learner).statusCode()).isEqualTo(200);
            assertThat(hanging.post(SIGN_INS, learner).statusCode()).isIn(200, 201);
            assertThat(hanging.ready()).isTrue();
            assertRecovered();
        }
    }

    /** The journal is the same for all instances. */
    private static void assertRecovered() {
        await().atMost(RECOVERY).ignoreExceptions().untilAsserted(() -> {
            var token = DevelopmentToken.of(42);
            assertThat(instance.post(SIGN_INS, token).statusCode()).isIn(200, 201);
            assertThat(instance.get(BOARD, token).statusCode()).isEqualTo(200);
            assertThat(instance.ready()).isTrue();
            assertThat(instance.actuator(LIVENESS).statusCode()).isEqualTo(200);
            var partitions =
                    JSON.readTree(instance.actuator("/actuator/journal").body()).get("partitions");
            assertThat(partitions.values())
                    .allMatch(partition -> partition.get("backlog").asInt() == 0);
        });
    }
}
