package io.streakboard.fault;

import static io.streakboard.process.SlowClients.HALF_A_HEAD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import io.streakboard.process.IssuerServer;
import io.streakboard.process.SlowClients;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.FileSystemUtils;
import tools.jackson.databind.json.JsonMapper;

/**
 * An instance with a heap of 256 MB and clients that want to end it. Whatever they do, it is the same process
 * afterwards, answers learners, and has carried every sign-in that it answered to MySQL.
 */
class OverloadFaultTests {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration RECOVERY = Duration.ofSeconds(60);
    private static final List<String> SMALL = List.of("-Xmx256m", "-XX:+ExitOnOutOfMemoryError");
    private static final String SIGN_INS = "/api/sign-ins";
    private static final String BOARD = "/api/boards/points/top";
    private static final String LIVENESS = "/actuator/health/liveness";

    private static Path folder;
    private static EmbeddedServers servers;
    private static ApplicationProcess instance;

    @BeforeAll
    static void start() throws Exception {
        folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "fault-");
        servers = EmbeddedServers.startIn(folder);
        instance = start("overload", Map.of());
    }

    private static ApplicationProcess start(String name, Map<String, Object> more) {
        var properties = new HashMap<>(servers.properties("overload", 0));
        properties.putAll(more);
        return ApplicationProcess.startPackaged(name, SMALL, properties);
    }

    @AfterAll
    static void stop() throws Exception {
        instance.close();
        servers.close();
        FileSystemUtils.deleteRecursively(folder);
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

    /** Four times as many as the instance takes, and more than Tomcat would take by itself. */
    @ParameterizedTest
    @ValueSource(ints = {4_000, 8_300})
    void readinessSaysThatHalfOpenConnectionsLeaveNoRoomUntilTheyAreGone(int number) throws Exception {
        try (var clients = new SlowClients(instance.port(), number, HALF_A_HEAD)) {
            await().atMost(RECOVERY).until(() -> clients.stillOpen("") > 0 && !instance.ready());
            assertThat(instance.actuator(LIVENESS).statusCode()).isEqualTo(200);

            awaitEnd(clients, "");
            assertRecovered();
        }
    }

    @Test
    void aClientThatSendsAByteNowAndThenIsCutOff() throws Exception {
        try (var clients = new SlowClients(instance.port(), 1_000, HALF_A_HEAD)) {
            awaitEnd(clients, "x");
            assertRecovered();
        }
    }

    @Test
    void bodiesThatDoNotComeKeepNoReaderOutAndAreCutOff() throws Exception {
        var service = "Authorization: Bearer " + DevelopmentToken.of(1, "service") + "\r\n";
        try (var clients = new SlowClients(instance.port(), 300, SlowClients.beginningOfABody(service));
                var strangers = new SlowClients(instance.port(), 300, SlowClients.beginningOfABody(""))) {
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

            awaitEnd(clients, " ");
            awaitEnd(strangers, " ");
            assertRecovered();
        }
    }

    private static void awaitEnd(SlowClients clients, String more) {
        await().atMost(RECOVERY.multipliedBy(3))
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> clients.stillOpen(more) == 0);
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
