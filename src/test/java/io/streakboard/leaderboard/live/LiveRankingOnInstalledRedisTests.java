package io.streakboard.leaderboard.live;

import io.streakboard.embedded.RedisServer;
import io.streakboard.support.TestRedis;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIf;

/** The contract on the installed Redis, usually a newer one, which prints and reads doubles differently. */
@EnabledIf("installed")
class LiveRankingOnInstalledRedisTests extends LiveRankingContractTests {

    private static final Optional<RedisServer> SERVER = RedisServer.installed(Path.of("target", "installed-redis"));

    static boolean installed() {
        return SERVER.isPresent();
    }

    @BeforeAll
    static void start() {
        SERVER.orElseThrow().start();
        SERVER.orElseThrow().flushAll(); // an earlier run has left data
    }

    @AfterAll
    static void stop() {
        SERVER.orElseThrow().close();
    }

    @Override
    protected TestRedis server() {
        return TestRedis.at(SERVER.orElseThrow().port());
    }
}
