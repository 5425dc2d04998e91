package io.streakboard.support;

import static java.util.Objects.requireNonNull;

import io.streakboard.embedded.RedisCluster;
import io.streakboard.embedded.SharedServers;
import io.streakboard.redis.ClusterRetry;
import io.streakboard.redis.Pipeline;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** A Redis of tests without Spring: connected while the tests of a class run. */
public final class TestRedis implements BeforeAllCallback, AfterAllCallback {

    private final LettuceConnectionFactory connections;
    private final StringRedisTemplate template;

    private TestRedis(LettuceConnectionFactory connections) {
        this.connections = connections;
        this.template = new StringRedisTemplate(connections);
    }

    /** A database that no other test has, on the shared server. */
    public static TestRedis shared() {
        var properties = SharedServers.freshDatabases();
        var server = new RedisStandaloneConfiguration();
        server.setPort((Integer) requireNonNull(properties.get("spring.data.redis.port")));
        server.setDatabase((Integer) requireNonNull(properties.get("spring.data.redis.database")));
        return new TestRedis(new LettuceConnectionFactory(server));
    }

    /** Another server of this machine. */
    public static TestRedis at(int port) {
        return new TestRedis(new LettuceConnectionFactory("127.0.0.1", port));
    }

    /** A cluster of this machine. */
    public static TestRedis of(RedisCluster cluster) {
        var nodes = cluster.properties().values().iterator().next().toString();
        return new TestRedis(new LettuceConnectionFactory(new RedisClusterConfiguration(List.of(nodes.split(",")))));
    }

    /** To be used once it is connected. */
    public StringRedisTemplate template() {
        return template;
    }

    /** A connection of its own, as long as this one. */
    public Pipeline pipeline() {
        return new Pipeline(template, new ClusterRetry(Duration.ofSeconds(5)));
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        connect();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        disconnect();
    }

    public void connect() {
        connections.start();
    }

    public void disconnect() {
        connections.destroy();
    }
}
