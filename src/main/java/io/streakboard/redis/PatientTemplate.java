package io.streakboard.redis;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Retries a command that a Redis Cluster refused for now: a moving slot is no outage. */
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
