package io.streakboard.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.embedded.RedisServer;
import io.streakboard.process.ApplicationProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.util.FileSystemUtils;

/**
 * While MySQL is away, a replica of Redis takes over that does not have the last sign-ins: it stands on the same port
 * with the data of the replica.
 */
class ReplicaFaultTests {

    private static final String SCHEMA = "replica";
    private static final int SOME = Crowd.SIZE / 5;

    private Path folder;
    private EmbeddedServers servers;
    private RedisServer replica;

    @BeforeEach
    void startServers() throws Exception {
        folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "replica-");
        servers = EmbeddedServers.startIn(folder);
        replica = follower("replica");
    }

    @AfterEach
    void stopServers() throws Exception {
        servers.close();
        replica.close();
        FileSystemUtils.deleteRecursively(folder);
    }

    @Test
    void noAnsweredSignInIsLostIfAReplicaHadToHaveIt() throws Exception {
        try (var instance = start("replicated");
                var crowd = new Crowd(7_000_000)) {
            crowd.come(() -> instance);
            until(() -> crowd.answered().size() > SOME);

            try (var ignored = takeOver(() -> crowd.unavailable() > 500)) {
                crowd.awaitAnswers();
                var books = new Books(servers, SCHEMA);
                books.awaitDrained(instance);
                books.assertCountedOnce(crowd.answered(), instance);
            }
        }
    }

    /** The price of the default, and proof that the other test would notice a loss. */
    @Test
    @Tag("release")
    void signInsThatOnlyThePrimaryHadAreLostWithIt() throws Exception {
        try (var instance = start("primary");
                var crowd = new Crowd(8_000_000)) {
            crowd.come(() -> instance);
            until(() -> crowd.answered().size() > SOME);
            var books = new Books(servers, SCHEMA);

            int before = crowd.answered().size();
            try (var ignored = takeOver(() -> crowd.answered().size() > before + SOME)) {
                crowd.awaitAnswers();
                books.awaitDrained(instance);
                int lost = Crowd.SIZE - books.recorded(crowd.answered()).size();
                assertThat(lost).isPositive();
            }
        }
    }

    /**
     * Cuts off the replica, kills the primary when something has happened, and lets the replica take its place; another
     * one follows it. MySQL is away meanwhile.
     *
     * @return the new primary
     */
    private RedisServer takeOver(Callable<Boolean> happened) throws Exception {
        servers.database().kill();
        onRedis(replica, RedisCommands::replicaofNoOne);
        until(happened);
        servers.redis().kill();
        replica.close();
        var successor = EmbeddedServers.redisIn(
                folder.resolve("replica"), servers.redis().port());
        successor.start();
        replica = follower("next-replica");
        servers.database().start();
        return successor;
    }

    /** A replica of what listens on the primary's port. */
    private RedisServer follower(String name) {
        var follower = EmbeddedServers.redisIn(folder.resolve(name), EmbeddedServers.freePort());
        follower.start();
        onRedis(follower, redis -> redis.replicaof("127.0.0.1", servers.redis().port()));
        until(() -> info(follower).contains("master_link_status:up"));
        return follower;
    }

    private static String info(RedisServer server) {
        var info = new StringBuilder();
        onRedis(server, redis -> info.append(redis.info("replication")));
        return info.toString();
    }

    private static void onRedis(RedisServer server, Consumer<RedisCommands<String, String>> commands) {
        try (var client = RedisClient.create("redis://127.0.0.1:" + server.port())) {
            commands.accept(client.connect().sync());
        }
    }

    private ApplicationProcess start(String acknowledge) {
        var properties = new HashMap<>(servers.properties(SCHEMA, 0));
        properties.putAll(Map.of(
                "streakboard.signin.acknowledge", acknowledge,
                "streakboard.signin.journal.claim-after", "2s",
                "streakboard.events.stale-after", "5s",
                "streakboard.events.check-interval", "1s"));
        return ApplicationProcess.startPackaged("fault-" + acknowledge, properties);
    }

    private static void until(Callable<Boolean> reached) {
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(2))
                .ignoreExceptions()
                .until(reached);
    }
}
