package io.streakboard.redis;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisClusterConnection;
import org.springframework.data.redis.core.Cursor;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.ScanOptions;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/**
 * Iterates over the keys of a pattern, on a Redis Cluster at each master that owns slots. A dead master that was
 * replaced is still listed, but owns no slots.
 *
 * <pre>SCAN 0 MATCH streak:{*}:year:* COUNT 500</pre>
 */
@Component
public class KeyScan {

    private final StringRedisTemplate redis;

    public KeyScan(StringRedisTemplate redis) {
        this.redis = redis;
    }

    /**
     * @param count approximate number of keys that Redis looks at in one step
     * @param keys gets each key at least once, or never if its slot moves meanwhile
     */
    public void forEach(String pattern, int count, Consumer<String> keys) {
        var options = ScanOptions.scanOptions().match(pattern).count(count).build();
        redis.execute((RedisCallback<@Nullable Void>) connection -> {
            if (connection instanceof RedisClusterConnection cluster) {
                for (var node : cluster.clusterGetNodes()) {
                    if (node.isMaster() && !node.getSlotRange().getSlots().isEmpty()) {
                        drain(cluster.scan(node, options), keys);
                    }
                }
            } else {
                drain(connection.keyCommands().scan(options), keys);
            }
            return null;
        });
    }

    private static void drain(Cursor<byte[]> cursor, Consumer<String> keys) {
        try (cursor) {
            cursor.forEachRemaining(key -> keys.accept(new String(key, StandardCharsets.UTF_8)));
        }
    }
}
