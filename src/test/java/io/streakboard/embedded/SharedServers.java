package io.streakboard.embedded;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.SpringApplication;

/** The pair of servers that all tests of this JVM share, started by the first that asks. */
public final class SharedServers {

    private static final AtomicInteger CLAIMED = new AtomicInteger();

    private static volatile boolean contextSeen;

    private SharedServers() {}

    public static EmbeddedServers get() {
        return Started.SERVERS;
    }

    /**
     * Spring properties of a schema and a logical Redis database that are empty and nobody else's. A cluster has no
     * logical databases: with {@code streakboard.embedded.redis-cluster} there is a cluster for each who asks.
     */
    public static Map<String, Object> freshDatabases() {
        var number = CLAIMED.incrementAndGet();
        if (number >= RedisServer.DATABASES) {
            throw new IllegalStateException("All %d databases of Redis are taken".formatted(RedisServer.DATABASES));
        }
        var schema = "test_" + number;
        get().database().drop(schema);
        var properties = new HashMap<>(get().properties(schema, number));
        if (EmbeddedSettings.in(Started.FOLDER).redisCluster()) {
            var cluster = RedisCluster.startIn(Started.FOLDER.resolve("cluster-" + number), 0);
            SpringApplication.getShutdownHandlers().add(cluster::close);
            properties.putAll(cluster.properties());
        }
        return properties;
    }

    /** Fresh databases for a Spring context of this JVM. */
    static Map<String, Object> freshDatabasesOfContext() {
        contextSeen = true;
        return freshDatabases();
    }

    private static final class Started {

        /** Each JVM of a run has a folder of its own. */
        static final Path FOLDER = Path.of("target", "test-data-" + Fork.NUMBER);

        static final EmbeddedServers SERVERS = start();

        private static EmbeddedServers start() {
            var servers = EmbeddedServers.startIn(FOLDER);
            // Spring Boot runs these after it has closed the contexts, which may still write while they close.
            SpringApplication.getShutdownHandlers().add(servers::close);
            // It runs none of them in a JVM that has had no context.
            Runtime.getRuntime().addShutdownHook(new Thread(() -> closeWithoutContext(servers)));
            servers.redis().flushAll();
            return servers;
        }

        private static void closeWithoutContext(EmbeddedServers servers) {
            if (!contextSeen) {
                servers.close();
            }
        }
    }
}
