package io.streakboard.redis;

import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * The replication ids of the current masters: the process's run id, and the previous master's replication id after a
 * failover. An id changes when the process restarts or was a replica in between: then the master may lack answered
 * writes. {@code history.lua} computes the same.
 *
 * <pre>
 * INFO server        run_id:a0d1…
 * INFO replication   role:master, master_replid2:0000…, or the id of the master that it replaced
 * </pre>
 */
public final class ReplicationIds {

    /** Returns 1 if a mark holds, else 0, given the ids of all masters as arguments: see {@code holds.lua}. */
    public static final RedisScript<Long> HOLDS = LuaScript.ofMarks("holds", Long.class);

    private ReplicationIds() {}

    /** The ids of the single master, or of all masters of a Redis Cluster that answer, in a fixed order. */
    public static List<String> of(StringRedisTemplate redis) {
        var replicationIds = new TreeSet<String>();
        redis.execute((RedisCallback<@Nullable Void>) connection -> {
            if (connection instanceof RedisClusterConnection cluster) {
                addMasters(replicationIds, cluster);
            } else {
                var server = connection.serverCommands();
                add(replicationIds, server.info("server"), server.info("replication"));
            }
            return null;
        });
        return List.copyOf(replicationIds);
    }

    private static void addMasters(TreeSet<String> replicationIds, RedisClusterConnection cluster) {
        var servers = cluster.serverCommands();
        for (var node : cluster.clusterGetNodes()) {
            if (node.isMaster() && !node.isMarkedAsFail()) {
                try {
                    add(replicationIds, servers.info(node, "server"), servers.info(node, "replication"));
                } catch (DataAccessException dead) {
                    // a dead master has no current id
                }
            }
        }
    }

    private static void add(TreeSet<String> replicationIds, Properties server, Properties replication) {
        if ("master".equals(replication.getProperty("role"))) {
            var before = replication.getProperty("master_replid2");
            var process = server.getProperty("run_id");
            replicationIds.add(before.matches("0*") ? process : process + "-" + before);
        }
    }
}
