package io.streakboard.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.FileSystemUtils;

/**
 * A running database and a running Redis that keep their data side by side in one folder.
 *
 * @param temporary the folder to delete with them; null to keep it
 */
public record EmbeddedServers(
        DatabaseServer database,
        RedisServer redis,
        @Nullable Path temporary) implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(EmbeddedServers.class);

    /** Starts both, or fails with neither left running. Data that an earlier run left in the folder is kept. */
    public static EmbeddedServers startIn(Path dataDir) {
        return start(EmbeddedSettings.in(dataDir));
    }

    /** Starts both in a folder of their own below {@code target}, which is deleted with them. */
    public static EmbeddedServers startFresh(String name) throws IOException {
        var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), name + "-");
        var servers = startIn(folder);
        return new EmbeddedServers(servers.database, servers.redis, folder);
    }

    static EmbeddedServers start(EmbeddedSettings settings) {
        var servers = new EmbeddedServers(DatabaseServer.of(settings), RedisServer.of(settings), null);
        try {
            servers.database.start();
            servers.redis.start();
        } catch (RuntimeException e) {
            servers.close();
            throw e;
        }
        log.info(
                "{} listens on 127.0.0.1:{} and Redis on 127.0.0.1:{}, data in {}",
                servers.database.product(),
                servers.database.port(),
                servers.redis.port(),
                settings.dataDir().toAbsolutePath());
        return servers;
    }

    /** Another Redis beside these, as they are, not started. */
    public static RedisServer redisIn(Path dataDir, int port) {
        var chosen = EmbeddedSettings.in(dataDir);
        return RedisServer.of(new EmbeddedSettings(
                true, dataDir, 0, port, chosen.mysqlHome(), chosen.redisExecutable(), chosen.synced(), false));
    }

    /** A port for another server beside these, chosen as theirs are. */
    public static int freePort() {
        return ServerProcess.freePort();
    }

    /** The Spring properties that connect an application to one schema and one logical Redis database. */
    public Map<String, Object> properties(String schema, int redisDatabase) {
        return Map.of(
                "spring.datasource.url",
                database.jdbcUrl(schema),
                "spring.datasource.username",
                database.user(),
                "spring.datasource.password",
                database.password(),
                // Connector/J asks for MySQL's list of keywords, which MariaDB does not have.
                "spring.jpa.properties.jakarta.persistence.database-product-name",
                "MySQL",
                "spring.jpa.properties.hibernate.boot.allow_jdbc_metadata_access",
                false,
                "spring.data.redis.host",
                "127.0.0.1",
                "spring.data.redis.port",
                redis.port(),
                "spring.data.redis.database",
                redisDatabase,
                "spring.docker.compose.enabled",
                false);
    }

    @Override
    public void close() {
        redis.close();
        database.close();
        if (temporary != null) {
            FileSystemUtils.deleteRecursively(temporary.toFile());
        }
    }
}
