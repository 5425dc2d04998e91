package io.streakboard.fault;

import static io.streakboard.fault.Clustered.mark;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.embedded.RedisCluster;
import io.streakboard.embedded.RedisServer;
import io.streakboard.process.ApplicationProcess;
import io.streakboard.process.DevelopmentToken;
import io.streakboard.signin.partition.Partitions;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.util.FileSystemUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A Redis Cluster of three masters with a replica each, under the application: slots move, and a master dies and stays
 * in the list of the nodes.
 */
@TestMethodOrder(OrderAnnotation.class) // what died stays dead
class ClusterFaultTests {

    private static final String SCHEMA = "cluster";
    private static final int PARTITIONS = 4;
    private static final int IN_THE_MIDDLE = Crowd.SIZE / 3;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final JsonMapper JSON = new JsonMapper();
    private static final String ADMIN = DevelopmentToken.of(1, "admin");

    private static Path folder;
    private static EmbeddedServers servers;
    private static RedisCluster cluster;
    private static ApplicationProcess instance;
    private static Books books;
    private static @Nullable RedisServer dead;

    @BeforeAll
    static void startServers() throws Exception {
        folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "cluster-");
        servers = EmbeddedServers.startIn(folder);
        cluster = RedisCluster.startIn(folder.resolve("cluster"), 1);
        instance = start("cluster-fault");
        books = new Books(servers, SCHEMA);
        await().atMost(PATIENCE).until(ClusterFaultTests::whole);
    }

    private static ApplicationProcess start(String name) {
        return ApplicationProcess.startPackaged(name, Clustered.properties(servers, cluster, SCHEMA, PARTITIONS));
    }

    @AfterAll
    static void stopServers() throws Exception {
        instance.close();
        cluster.close();
        servers.close();
        FileSystemUtils.deleteRecursively(folder);
    }

    @Test
    @Order(1)
    void aSlotMovesUnderLoad() throws Exception {
        int printed = instance.log().size();
        try (var crowd = new Crowd(1_000_000)) {
            crowd.come(() -> instance);
            untilInTheMiddle(() -> crowd.answered().size() > IN_THE_MIDDLE);

            cluster.move(mark(2), cluster.anotherMaster(mark(2)));
            var board = Clustered.board(jdbc());
            cluster.move(board, cluster.anotherMaster(board));

            crowd.awaitAnswers();
            assertThat(crowd.cutOff()).isZero();
            assertThat(crowd.unavailable()).isLessThanOrEqualTo(Crowd.SIZE / 50);
            books.awaitDrained(instance);
            books.assertCountedOnce(crowd.answered(), instance);
        }
        assertThat(runs("REBUILD")).isEmpty();
        assertThat(instance.log().stream().skip(printed)).noneMatch(line -> line.contains("was rebuilt"));
    }

    /** The slot is between two masters for as long as the test likes: some keys are here, some are there. */
    @Test
    @Order(2)
    void requestsDuringALongMoveOfASlotAreAskedToComeAgain() throws Exception {
        var key = mark(1);
        long learner = learner(1_500_000, 1);
        assertThat(signIn(learner)).isEqualTo(201);
        cluster.whileMoving(key, cluster.anotherMaster(key), () -> {
            var single = instance.post("/api/sign-ins", DevelopmentToken.of(learner));
            assertThat(single.statusCode()).as(single.body()).isEqualTo(503);
            var batch = batch(List.of(learner, learner(learner + 1, 1)));
            assertThat(batch.statusCode()).as(batch.body()).isEqualTo(503);
            var calendar = calendar(learner);
            assertThat(calendar.statusCode()).as(calendar.body()).isEqualTo(503);
            return null;
        });
        assertThat(signIn(learner)).isEqualTo(200);
        assertThat(calendar(learner).statusCode()).isEqualTo(200);
        assertThat(batch(List.of(learner, learner(learner + 1, 1))).statusCode())
                .isEqualTo(200);
    }

    @Test
    @Order(3)
    void aFailoverRebuildsItsOwnPartitionsAndNoOthers() throws Exception {
        await().atMost(PATIENCE).until(ClusterFaultTests::marksNameTheirMasters); // since the last move
        var lost = partitionsOf(cluster.master(mark(0)).port());
        assertThat(lost).isNotEmpty().hasSizeLessThan(PARTITIONS);
        var others = holders();
        others.keySet().removeAll(lost);

        dead = cluster.failOver(mark(0));

        await().atMost(PATIENCE).until(() -> !runs("REBUILD").isEmpty() && whole());
        assertThat(rebuilt()).isEqualTo(lost);
        assertThat(holders()).containsAllEntriesOf(others);
        assertThat(cluster.listsDeadNode()).isTrue();
    }

    @Test
    @Order(4)
    void allGoesOnWhileADeadMasterIsListed() throws Exception {
        assertThat(cluster.listsDeadNode()).isTrue();
        assertThat(instance.ready()).isTrue();

        var batch = batch(
                IntStream.range(0, 400).mapToObj(each -> 2_000_000L + each).toList());
        assertThat(batch.statusCode()).as(batch.body()).isEqualTo(200);

        assertThat(imported()).isEqualTo("DONE");
        assertThat(ran("verify").at("/run/state").asString()).isEqualTo("DONE");
        assertThat(ran("rebuild").at("/run/state").asString()).isEqualTo("DONE");
        assertThat(gauge("streakboard_signin_degraded")).isEqualTo("0.0");
        assertThat(gauge("streakboard_board_degraded{boards=\"points\"}")).isEqualTo("0.0");
        assertThat(instance.actuator("/actuator/journal").statusCode()).isEqualTo(200);

        for (int partition = 0; partition < PARTITIONS; partition++) {
            cluster.on(cluster.master(mark(partition))).del(mark(partition));
            var answer = instance.post("/api/sign-ins", DevelopmentToken.of(learner(2_000_000, partition)));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        }
        await().atMost(PATIENCE).until(ClusterFaultTests::whole);
    }

    /**
     * A slot moves, an instance is killed and a master is, while learners sign in. What the replica of that master had
     * not received yet is lost; all else is the same in all books.
     */
    @Test
    @Order(5)
    void allBooksAgreeAfterAllOfThatAtOnce() throws Exception {
        if (dead != null) {
            cluster.restart(dead);
        }
        var killed = start("cluster-fault-killed");
        try (var crowd = new Crowd(10_000_000)) {
            var turn = new AtomicInteger();
            var instances = new AtomicReference<>(List.of(instance, killed));
            crowd.come(() -> {
                var alive = instances.get();
                return alive.get(turn.getAndIncrement() % alive.size());
            });
            untilInTheMiddle(() -> crowd.answered().size() > IN_THE_MIDDLE);
            cluster.move(mark(0), cluster.anotherMaster(mark(0)));
            killed.kill();
            instances.set(List.of(instance));
            dead = cluster.failOver(mark(1));

            crowd.awaitAnswers();
            await().atMost(PATIENCE).until(ClusterFaultTests::whole);
            books.awaitDrained(instance);
            var recorded = new HashMap<>(crowd.answered());
            recorded.keySet().retainAll(books.recorded(recorded));
            books.assertCountedOnce(recorded, instance);
            assertThat(ran("verify").at("/drift/onlyInMySql").asInt()).isZero();
        } finally {
            killed.close();
        }
    }

    private static HttpResponse<String> calendar(long learner) throws Exception {
        return instance.get("/api/sign-ins/calendar?month=" + YearMonth.now(), DevelopmentToken.of(learner));
    }

    private static void untilInTheMiddle(Callable<Boolean> reached) {
        await().pollInterval(Duration.ofMillis(2)).until(reached);
    }

    /** The first learner from an id on who is in a partition. */
    private static long learner(long from, int partition) {
        var partitions = new Partitions(PARTITIONS);
        return LongStream.iterate(from, id -> id + 1)
                .filter(id -> partitions.of(id) == partition)
                .findFirst()
                .orElseThrow();
    }

    private static int signIn(long learner) throws Exception {
        return instance.post("/api/sign-ins", DevelopmentToken.of(learner)).statusCode();
    }

    /** Reports that learners signed in today. */
    private static HttpResponse<String> batch(List<Long> learners) throws Exception {
        var today = LocalDate.now(ZoneOffset.UTC);
        var activities = learners.stream()
                .map(learner -> """
                        {"learner":%d,"type":"SIGN_IN","sourceId":"%s","occurredAt":"%sT00:00:00Z"}""".formatted(learner, today, today))
                .collect(Collectors.joining(","));
        return instance.post(
                "/api/activities", DevelopmentToken.of(1, "service"), "{\"activities\":[" + activities + "]}");
    }

    private static String imported() throws Exception {
        var today = LocalDate.now(ZoneOffset.UTC);
        var lines = IntStream.range(0, 400)
                .mapToObj(each -> "%d,SIGN_IN,%s,%sT00:00:00Z".formatted(3_000_000 + each, today, today))
                .collect(Collectors.joining("\n"));
        var answer = instance.upload("/api/imports", "user_id,type,source_id,occurred_at\n" + lines);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        var path = "/api/imports/" + JSON.readTree(answer.body()).get("id").asLong();
        return await().atMost(PATIENCE)
                .until(
                        () -> JSON.readTree(instance.get(path, ADMIN).body())
                                .path("state")
                                .asString(),
                        each -> !each.equals("RUNNING"));
    }

    private static JsonNode ran(String action) throws Exception {
        await().atMost(PATIENCE).until(ClusterFaultTests::whole);
        var report = instance.actuate("/actuator/signins", "{\"action\":\"" + action + "\"}");
        assertThat(report.statusCode()).as(report.body()).isEqualTo(200);
        await().atMost(PATIENCE).until(ClusterFaultTests::whole);
        return Wholeness.report(instance);
    }

    private static boolean whole() throws Exception {
        return Wholeness.of(instance);
    }

    private static String gauge(String name) throws Exception {
        return instance.actuator("/actuator/prometheus")
                .body()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> line.substring(name.length() + 1))
                .findFirst()
                .orElse("none");
    }

    /** The partitions that runs of a kind have gone through; null stands for all. */
    private static List<String> runs(String kind) {
        return jdbc().sql("SELECT COALESCE(partitions, 'all') FROM sign_in_reconciliation WHERE kind = ? AND id > 1")
                .param(kind)
                .query((row, number) -> Objects.requireNonNull(row.getString(1)))
                .list();
    }

    private static Set<Integer> rebuilt() {
        return runs("REBUILD").stream()
                .flatMap(partitions -> Stream.of(partitions.split(",")))
                .map(Integer::valueOf)
                .collect(Collectors.toSet());
    }

    /** The history that the mark of each partition names first. */
    private static Map<Integer, String> holders() {
        var holders = new HashMap<Integer, String>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            var value = cluster.on(cluster.master(mark(partition))).get(mark(partition));
            holders.put(partition, value == null ? "none" : value.split(" ")[0]);
        }
        return holders;
    }

    private static boolean marksNameTheirMasters() {
        return holders().entrySet().stream()
                .allMatch(each -> cluster.on(cluster.master(mark(each.getKey())))
                        .info("server")
                        .contains("run_id:" + each.getValue()));
    }

    private static Set<Integer> partitionsOf(int port) {
        return IntStream.range(0, PARTITIONS)
                .filter(each -> cluster.master(mark(each)).port() == port)
                .boxed()
                .collect(Collectors.toSet());
    }

    private static JdbcClient jdbc() {
        return JdbcClient.create(servers.database().dataSource(SCHEMA));
    }
}
