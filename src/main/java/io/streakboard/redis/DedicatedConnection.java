package io.streakboard.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.codec.ByteArrayCodec;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A connection that is opened when it is first needed, and kept. On a cluster it is a connection to each node in use.
 * The client opens it again after an outage.
 */
final class DedicatedConnection implements AutoCloseable {

    private final LettuceConnectionFactory connections;
    private @Nullable AbstractRedisClient client;
    private @Nullable StatefulConnection<byte[], byte[]> open;

    DedicatedConnection(LettuceConnectionFactory connections) {
        this.connections = connections;
    }

    synchronized StatefulConnection<byte[], byte[]> get() {
        var present = connections.getRequiredNativeClient(); // a new client if the factory was restarted
        if (open == null || present != client) {
            try {
                open = connect(present);
                client = present;
            } catch (RedisException unreachable) {
                throw PipelinedCommands.converted(unreachable);
            }
        }
        return open;
    }

    private static StatefulConnection<byte[], byte[]> connect(AbstractRedisClient client) {
        return switch (client) {
            case RedisClusterClient cluster -> cluster.connect(ByteArrayCodec.INSTANCE);
            case RedisClient single -> single.connect(ByteArrayCodec.INSTANCE);
            default -> throw new IllegalStateException("Unknown client of Redis: " + client.getClass());
        };
    }

    @Override
    public synchronized void close() {
        if (open != null) {
            open.close();
            open = null;
        }
    }
}
