package io.streakboard.redis;

import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * The histories of the masters that are there. A master has another one when its process was started anew, or when it
 * was a replica in between: then it may lack what had been answered. {@code history.lua} works out the same.
 *
 * <pre>
 * INFO server        run_id:a0d1…
 * INFO replication   role:master, master_replid2:0000…, or the history that a former replica has gone on with
 * </pre>
 */
public final class Histories {

    private Histories() {}

    /** In a fixed order. One master, or those of a Redis Cluster that answer. */
    public static List<String> of(StringRedisTemplate redis) {
        var histories = new TreeSet<String>();
        redis.execute((RedisCallback<Boolean>) connection -> {
            if (connection instanceof RedisClusterConnection cluster) {
                for (var node : cluster.clusterGetNodes()) {
                    if (node.isMaster() && !node.isMarkedAsFail()) {
                        try {
                            add(
                                    histories,
                                    cluster.serverCommands().info(node, "server"),
                                    cluster.serverCommands().info(node, "replication"));
                        } catch (DataAccessException dead) {
                            // it has no history that goes on
                        }
                    }
                }
                return true;
            }
            return add(
                    histories,
                    connection.serverCommands().info("server"),
                    connection.serverCommands().info("replication"));
        });
        return List.copyOf(histories);
    }

    private static boolean add(TreeSet<String> histories, Properties server, Properties replication) {
        if (!"master".equals(replication.getProperty("role"))) {
            return false;
        }
        var before = replication.getProperty("master_replid2");
        var process = server.getProperty("run_id");
        return histories.add(before.matches("0*") ? process : process + "-" + before);
    }
}
