package io.streakboard.redis;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Whether Redis is one server or a cluster. */
public final class Topology {

    private Topology() {}

    /** In a cluster a command or script reaches only the keys of one slot. */
    public static boolean isCluster(StringRedisTemplate redis) {
        return redis.getConnectionFactory() instanceof LettuceConnectionFactory lettuce && lettuce.isClusterAware();
    }
}
