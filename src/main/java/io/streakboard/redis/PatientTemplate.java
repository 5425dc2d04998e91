package io.streakboard.redis;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Sends a command again that a Redis Cluster has refused for now: a slot that moves is no outage. */
final class PatientTemplate extends StringRedisTemplate {

    private final Patience patience;

    PatientTemplate(RedisConnectionFactory connections, Patience patience) {
        super(connections);
        this.patience = patience;
    }

    @Override
    public <T extends @Nullable Object> T execute(RedisCallback<T> action, boolean exposeConnection, boolean pipeline) {
        return patience.exercise(() -> super.execute(action, exposeConnection, pipeline));
    }
}
