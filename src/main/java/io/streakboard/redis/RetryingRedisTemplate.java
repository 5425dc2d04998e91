package io.streakboard.redis;

import org.jspecify.annotations.Nullable;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Retries a command that a Redis Cluster refused for now: a moving slot is no outage. */
final class RetryingRedisTemplate extends StringRedisTemplate {

    private final RetryTemplate retry;

    RetryingRedisTemplate(RedisConnectionFactory connections, ClusterRetry retry) {
        super(connections);
        this.retry = retry.template();
    }

    @Override
    public <T extends @Nullable Object> T execute(RedisCallback<T> action, boolean exposeConnection, boolean pipeline) {
        return retry.invoke(() -> super.execute(action, exposeConnection, pipeline));
    }
}
