package io.streakboard.leaderboard.live;

import io.streakboard.embedded.RedisCluster;
import io.streakboard.support.TestRedis;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;

/** The contract on three masters: buckets of an edition are on all of them, and no command or script reaches two. */
@SuppressWarnings("NullAway.Init") // the server is started before the first test
class BucketsOnAClusterTests extends BucketsContractTests {

    private static RedisCluster cluster;

    @Override
    protected TestRedis server() {
        cluster = RedisCluster.startIn(Path.of("target", "cluster-of-buckets"), 0);
        return TestRedis.of(cluster);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }
}
