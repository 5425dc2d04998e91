package io.streakboard.leaderboard.live;

import io.streakboard.embedded.SharedServers;
import java.util.Objects;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** A Redis of tests, without Spring. */
final class TestRedis {

    private final LettuceConnectionFactory connections;
    private final StringRedisTemplate template;

    TestRedis(RedisStandaloneConfiguration server) {
        this.connections = new LettuceConnectionFactory(server);
        this.template = new StringRedisTemplate(connections);
    }

    /** A database that no other test has, on the shared server. */
    static RedisStandaloneConfiguration shared() {
        var properties = SharedServers.freshDatabases();
        var server = new RedisStandaloneConfiguration();
        server.setPort((Integer) Objects.requireNonNull(properties.get("spring.data.redis.port")));
        server.setDatabase((Integer) Objects.requireNonNull(properties.get("spring.data.redis.database")));
        return server;
    }

    /** To be used once it is connected. */
    StringRedisTemplate template() {
        return template;
    }

    void connect() {
        connections.start();
        template.afterPropertiesSet();
    }

    void disconnect() {
        connections.destroy();
    }
}
