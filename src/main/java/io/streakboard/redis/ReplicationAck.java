package io.streakboard.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.stereotype.Component;

/**
 * Tells whether a replica has the writes sent to Redis. Concurrent callers share one wait, on a separate connection to
 * each master.
 *
 * <pre>
 * SET  streak:{3}:fence "" EX 60
 * WAIT 1 1000
 * </pre>
 */
@Component
public class ReplicationAck implements DisposableBean {

    /** A watch that began before a write. */
    public interface Watch {

        /**
         * Waits at most a second until a replica has all writes until now. False if none has, or if that is uncertain
         * because another process of Redis may have answered since the watch began: a replica that took over.
         */
        boolean replicated();
    }

    private record Watched(String key, ReplicationBarrier barrier, long losses) {

        CompletableFuture<Boolean> passed() {
            return barrier.pass(key).thenApply(passed -> passed && barrier.losses() == losses);
        }
    }

    private static final Watch UNREACHABLE = () -> false;

    private final LettuceConnectionFactory connections;
    private final Map<String, ReplicationBarrier> barriers = new ConcurrentHashMap<>();
    private @Nullable StatefulRedisClusterConnection<String, String> cluster;

    ReplicationAck(LettuceConnectionFactory connections) {
        this.connections = connections;
    }

    /**
     * Begins a watch. Call it before the write.
     *
     * @param keys names of keys to write to, one for each watched hash slot
     */
    public Watch watch(Collection<String> keys) {
        try {
            var watched = new HashMap<ReplicationBarrier, Watched>();
            for (var key : keys) {
                var barrier = barrier(key);
                if (!barrier.isOpen()) {
                    return UNREACHABLE;
                }
                watched.putIfAbsent(barrier, new Watched(key, barrier, barrier.losses()));
            }
            return () -> all(List.copyOf(watched.values()));
        } catch (RedisException unreachable) {
            return UNREACHABLE;
        }
    }

    private static boolean all(List<Watched> watched) {
        return watched.stream().map(Watched::passed).toList().stream().allMatch(CompletableFuture::join);
    }

    private synchronized ReplicationBarrier barrier(String key) {
        return switch (connections.getRequiredNativeClient()) {
            case RedisClusterClient client -> {
                var master = client.getPartitions().getPartitionBySlot(SlotHash.getSlot(key));
                if (master == null) {
                    throw new RedisException("No master has the slot of " + key);
                }
                yield barriers.computeIfAbsent(
                        master.getNodeId(),
                        node -> new ReplicationBarrier(cluster(client).getConnection(node)));
            }
            case RedisClient client -> barriers.computeIfAbsent("", node -> new ReplicationBarrier(client.connect()));
            default -> throw new IllegalStateException("Redis is reached in an unknown way");
        };
    }

    private StatefulRedisClusterConnection<String, String> cluster(RedisClusterClient client) {
        var connection = cluster == null ? client.connect() : cluster;
        cluster = connection;
        return connection;
    }

    @Override
    public synchronized void destroy() {
        barriers.values().forEach(ReplicationBarrier::close);
        if (cluster != null) {
            cluster.close();
        }
    }
}
