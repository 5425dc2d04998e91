package io.streakboard.redis;

import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientOptionsBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.lettuce.LettuceConnection.PipeliningFlushPolicy;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

@Configuration(proxyBeanMethods = false)
class RedisConfiguration {

    private static final int COMMANDS_A_FLUSH = 100;

    private static final Duration FIRST_RECONNECT = Duration.ofMillis(10);
    private static final Duration LONGEST_RECONNECT = Duration.ofMillis(500);

    /** Without a connection commands fail at once, rather than queue in the heap until there is one. */
    @Bean
    LettuceClientOptionsBuilderCustomizer rejectCommandsWhileDisconnected() {
        return options -> options.disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS);
    }

    /**
     * Soon after Redis is back it is used again. By default the pause between two tries to connect grows up to half a
     * minute. It is random, so that not all instances come at the same moment.
     */
    @Bean
    ClientResourcesBuilderCustomizer reconnectSoon() {
        return resources -> resources.reconnectDelay(Delay.equalJitter(
                FIRST_RECONNECT, LONGEST_RECONNECT, FIRST_RECONNECT.toMillis(), TimeUnit.MILLISECONDS));
    }

    /** A pipeline flushes every command by default, which is no pipeline. */
    @Bean
    static BeanPostProcessor bufferedPipelines() {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessBeforeInitialization(Object bean, String name) {
                if (bean instanceof LettuceConnectionFactory connections) {
                    connections.setPipeliningFlushPolicy(PipeliningFlushPolicy.buffered(COMMANDS_A_FLUSH));
                }
                return bean;
            }
        };
    }
}
