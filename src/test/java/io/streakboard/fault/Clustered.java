package io.streakboard.fault;

import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.embedded.RedisCluster;
import io.streakboard.leaderboard.RawBoard;
import java.util.HashMap;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Instances on a Redis Cluster that soon notice what others have lost or left, and keys of theirs. */
final class Clustered {

    private Clustered() {}

    /** Settings to be added to. */
    static Map<String, Object> properties(
            EmbeddedServers servers, RedisCluster cluster, String schema, int partitions) {
        var properties = new HashMap<>(servers.properties(schema, 0));
        properties.putAll(cluster.properties());
        properties.put("streakboard.signin.partitions", partitions);
        properties.put("streakboard.signin.check-interval", "500ms");
        properties.put("streakboard.board.check-interval", "500ms");
        properties.put("streakboard.signin.journal.claim-after", "2s");
        properties.put("streakboard.events.stale-after", "5s");
        properties.put("streakboard.events.check-interval", "1s");
        return properties;
    }

    /** The mark that a partition is complete. */
    static String mark(int partition) {
        return "streak:{" + partition + "}:complete";
    }

    /** The board of the current season. */
    static String board(JdbcClient jdbc) {
        return RawBoard.key(jdbc.sql("SELECT id FROM season WHERE state = 'OPEN'")
                .query(Long.class)
                .single());
    }
}
