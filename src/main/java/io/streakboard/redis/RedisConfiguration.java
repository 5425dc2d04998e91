package io.streakboard.redis;

import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientOptionsBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

@Configuration(proxyBeanMethods = false)
class RedisConfiguration {

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
}
