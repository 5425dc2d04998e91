package io.streakboard.redis;

import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientOptionsBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;

@Configuration(proxyBeanMethods = false)
class RedisConfiguration {

    private static final Duration FIRST_RECONNECT = Duration.ofMillis(10);
    private static final Duration LONGEST_RECONNECT = Duration.ofMillis(500);

    /** Without a connection commands fail at once instead of queueing in the heap. */
    @Bean
    LettuceClientOptionsBuilderCustomizer rejectCommandsWhileDisconnected() {
        return options -> options.disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS);
    }

    /**
     * Reconnects soon after Redis is back; by default the pause between two tries grows up to half a minute. The pause
     * is random, so that instances don't all connect at the same moment.
     */
    @Bean
    ClientResourcesBuilderCustomizer reconnectSoon() {
        return resources -> resources.reconnectDelay(Delay.equalJitter(
                FIRST_RECONNECT, LONGEST_RECONNECT, FIRST_RECONNECT.toMillis(), TimeUnit.MILLISECONDS));
    }

    /**
     * Retries a command that a Redis Cluster refused for now: a moving slot is no outage. Replaces Boot's bean of this
     * type.
     */
    @Bean
    StringRedisTemplate stringRedisTemplate(RedisConnectionFactory connections, ClusterRetry retry) {
        var template = retry.template();
        return new StringRedisTemplate(connections) {

            @Override
            public <T extends @Nullable Object> T execute(
                    RedisCallback<T> action, boolean exposeConnection, boolean pipeline) {
                return template.invoke(() -> super.execute(action, exposeConnection, pipeline));
            }
        };
    }
}
