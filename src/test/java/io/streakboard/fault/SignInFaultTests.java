package io.streakboard.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.process.ApplicationProcess;
import java.time.Duration;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Thousands of learners sign in while one of the processes behind them is killed with {@code kill -9}. Whoever was
 * answered is signed in, was paid once and stands on the board.
 */
class SignInFaultTests {

    private static final String SCHEMA = "fault";
    private static final JsonMapper JSON = new JsonMapper();
    private static final int IN_THE_MIDDLE = Crowd.SIZE / 3;

    /** Waits for what is lost with a process are minutes by default, to be sure that it is lost. */
    private static final Map<String, Object> QUICK = Map.of(
            "streakboard.signin.journal.claim-after", "2s",
            "streakboard.events.stale-after", "5s",
            "streakboard.events.check-interval", "1s");

    private static EmbeddedServers servers;
    private static Books books;

    @BeforeAll
    static void startServers() throws Exception {
        servers = EmbeddedServers.startFresh("fault");
        books = new Books(servers, SCHEMA);
    }

    @AfterAll
    static void stopServers() {
        servers.close();
    }

    @Test
    void noAnsweredSignInIsLostWhenTheApplicationIsKilled() throws Exception {
        var instance = new AtomicReference<>(start("killed", QUICK));
        try (var crowd = new Crowd(1_000_000)) {
            crowd.come(instance::get);
            untilInTheMiddle(() -> crowd.answered().size() > IN_THE_MIDDLE);

            instance.get().kill();
            instance.set(start("restarted", QUICK));

            crowd.awaitAnswers();
            assertThat(crowd.cutOff()).isPositive();
            assertAllCountedOnce(crowd, instance.get());
        } finally {
            instance.get().close();
        }
    }

    @Test
    void signInGoesOnWhileMySqlIsDown() throws Exception {
        try (var instance = start("without-mysql", QUICK);
                var crowd = new Crowd(2_000_000)) {
            crowd.come(() -> instance);
            untilInTheMiddle(() -> crowd.answered().size() > IN_THE_MIDDLE);

            servers.database().kill();
            int before = crowd.created();
            untilInTheMiddle(() -> crowd.created() > before + IN_THE_MIDDLE);
            servers.database().start();

            crowd.awaitAnswers();
            assertThat(crowd.unavailable()).isZero();
            assertThat(crowd.cutOff()).isZero();
            assertAllCountedOnce(crowd, instance);
        }
    }

    @Test
    void noAnsweredSignInIsLostWhenRedisIsKilled() throws Exception {
        try (var instance = start("without-redis", Map.of());
                var crowd = new Crowd(3_000_000)) {
            crowd.come(() -> instance);
            untilInTheMiddle(() -> crowd.answered().size() > IN_THE_MIDDLE);

            servers.redis().kill();
            untilInTheMiddle(() -> crowd.unavailable() > 1000);
            servers.redis().start();

            crowd.awaitAnswers();
            assertThat(crowd.cutOff()).isZero();
            assertAllCountedOnce(crowd, instance);
        }
    }

    /** While the log's table is locked, both instances hold entries that they have read and cannot record. */
    @Test
    void theSurvivorTakesOverWhatAKilledInstanceHeld() throws Exception {
        var killed = start("one-of-two", QUICK);
        try (var survivor = start("survivor", QUICK);
                var crowd = new Crowd(4_000_000)) {
            var instances = new AtomicReference<>(List.of(killed, survivor));
            var turn = new AtomicInteger();
            crowd.come(() -> {
                var alive = instances.get();
                return alive.get(turn.getAndIncrement() % alive.size());
            });
            untilInTheMiddle(() -> crowd.answered().size() > IN_THE_MIDDLE);

            whileTheLogIsLocked(() -> {
                int before = crowd.created();
                untilInTheMiddle(() -> crowd.created() > before + IN_THE_MIDDLE);
                killed.kill();
                instances.set(List.of(survivor));
                return null;
            });

            crowd.awaitAnswers();
            assertAllCountedOnce(crowd, survivor);
        } finally {
            killed.close();
        }
    }

    /**
     * What Redis alone had is gone. Whatever had reached MySQL is in every calendar from then on, or the calendar says
     * that days may be missing; whoever had been on the board is, or the board says that learners may be missing.
     */
    @Test
    void nothingThatReachedMySqlIsLostWhenRedisLosesEverything() throws Exception {
        try (var instance = start("wiped", QUICK);
                var crowd = new Crowd(5_000_000)) {
            crowd.come(() -> instance);
            untilInTheMiddle(() -> crowd.answered().size() > IN_THE_MIDDLE
                    && books.recorded(crowd.answered()).size() > IN_THE_MIDDLE / 2);
            var before = new HashMap<>(crowd.answered());
            before.keySet().retainAll(books.recorded(before));
            var ranked = books.ranked(before, instance);
            assertThat(ranked).isNotEmpty();

            wipeRedis();
            var readers = readers(before, instance);
            var readersOfTheBoard = readersOfTheBoard(ranked, instance);
            crowd.awaitAnswers();
            await().atMost(Duration.ofMinutes(3)).until(() -> rebuilt(instance) && boardRebuilt(instance));
            readers.join();
            readersOfTheBoard.join();
            books.awaitDrained(instance);

            var recorded = new HashMap<>(crowd.answered());
            recorded.keySet().retainAll(books.recorded(recorded));
            assertThat(recorded).containsAllEntriesOf(before);
            books.assertCountedOnce(recorded, instance);
            assertThat(drift(instance, "verify").get("onlyInMySql").asInt()).isZero();
        }
    }

    private static void wipeRedis() {
        try (var client =
                RedisClient.create("redis://127.0.0.1:" + servers.redis().port())) {
            client.connect().sync().flushall();
        }
    }

    /** Read the calendars of those who are in MySQL, over and over, until the bitmaps are rebuilt. */
    private static CompletableFuture<Void> readers(Map<Long, LocalDate> recorded, ApplicationProcess instance) {
        return CompletableFuture.runAsync(() -> {
            try {
                do {
                    var some = new HashMap<Long, LocalDate>();
                    recorded.entrySet().stream()
                            .skip(ThreadLocalRandom.current().nextInt(recorded.size()))
                            .limit(200)
                            .forEach(signIn -> some.put(signIn.getKey(), signIn.getValue()));
                    books.assertInTheCalendar(some, instance);
                } while (!rebuilt(instance));
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
        });
    }

    /** Read the board over and over until it is rebuilt. */
    private static CompletableFuture<Void> readersOfTheBoard(Set<Long> ranked, ApplicationProcess instance) {
        return CompletableFuture.runAsync(() -> {
            try {
                do {
                    books.assertRankedUnlessDegraded(ranked, instance);
                } while (!boardRebuilt(instance));
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
        });
    }

    private static boolean boardRebuilt(ApplicationProcess instance) throws Exception {
        var report = JSON.readTree(instance.actuator("/actuator/boards/points").body());
        return !report.get("degraded").asBoolean();
    }

    private static boolean rebuilt(ApplicationProcess instance) throws Exception {
        var report = JSON.readTree(instance.actuator("/actuator/signins").body());
        return !report.get("degraded").asBoolean() && !report.get("inProgress").asBoolean();
    }

    private static JsonNode drift(ApplicationProcess instance, String action) throws Exception {
        var report = instance.actuate("/actuator/signins", "{\"action\":\"" + action + "\"}");
        return JSON.readTree(report.body()).get("drift");
    }

    private static ApplicationProcess start(String name, Map<String, Object> settings) {
        var properties = new HashMap<>(servers.properties(SCHEMA, 0));
        properties.putAll(settings);
        return ApplicationProcess.startPackaged("fault-" + name, properties);
    }

    private static void untilInTheMiddle(Callable<Boolean> reached) {
        await().pollInterval(Duration.ofMillis(2)).until(reached);
    }

    private static void assertAllCountedOnce(Crowd crowd, ApplicationProcess instance) throws Exception {
        books.awaitDrained(instance);
        books.assertCountedOnce(crowd.answered(), instance);
    }

    private static void whileTheLogIsLocked(Callable<?> action) throws Exception {
        var database = servers.database();
        try (var connection = database.dataSource(SCHEMA).getConnection();
                var statement = connection.createStatement()) {
            statement.execute("LOCK TABLES sign_in_log WRITE");
            action.call();
            statement.execute("UNLOCK TABLES");
        }
    }
}
