package io.streakboard.redis;

import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientOptionsBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnection.PipeliningFlushPolicy;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

@Configuration(proxyBeanMethods = false)
class RedisConfiguration {

    private static final int COMMANDS_A_FLUSH = 100;

    /** Without a connection commands fail at once, rather than queue in the heap until there is one. */
    @Bean
    LettuceClientOptionsBuilderCustomizer rejectCommandsWhileDisconnected() {
        return options -> options.disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS);
    }

    /** In place of Boot's. */
    @Bean
    StringRedisTemplate stringRedisTemplate(RedisConnectionFactory connections, Patience patience) {
        return new PatientTemplate(connections, patience);
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
