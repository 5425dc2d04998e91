package io.streakboard.leaderboard.live;

import io.streakboard.embedded.RedisCluster;
import io.streakboard.support.TestRedis;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;

/** The contract on three masters: all keys of an edition are in one slot. */
@SuppressWarnings("NullAway.Init") // the server is started before the first test
class LiveRankingOnAClusterTests extends LiveRankingContractTests {

    private static RedisCluster cluster;

    @Override
    protected TestRedis server() {
        cluster = RedisCluster.startIn(Path.of("target", "cluster-of-rankings"), 0);
        return TestRedis.of(cluster);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }
}
