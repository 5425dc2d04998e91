package io.streakboard.model;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.streakboard.embedded.EmbeddedServers;
import io.streakboard.fault.JobLocks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.util.FileSystemUtils;

/** The servers that the application stands on, and what a test can do to them. */
final class Grounds implements AutoCloseable {

    /** Late postings of such learners wait at the gate. */
    static final long HELD = 900_000;

    private static final String SCHEMA = "model";
    private static final String GATE = "model_gate";

    /** One that {@code read_only} binds. */
    private static final String USER = "application";

    /** An import notes its progress after each batch: there it can be slowed down. */
    private static final List<String> TRIGGERS =
            List.of("CREATE TABLE model_pace (seconds DECIMAL(6, 3) NOT NULL)", """
            CREATE TRIGGER model_pace BEFORE UPDATE ON import_run FOR EACH ROW
            DO SLEEP((SELECT COALESCE(MAX(seconds), 0) FROM model_pace))
            """, """
            CREATE TRIGGER model_gate BEFORE INSERT ON points_late FOR EACH ROW
            BEGIN
                IF NEW.user_id >= %d THEN
                    DO GET_LOCK('%s', 50);
                    DO RELEASE_LOCK('%s');
                END IF;
            END
            """.formatted(HELD, GATE, GATE));

    private final Path folder;
    private final EmbeddedServers servers;
    private final JdbcClient jdbc;

    private Grounds(Path folder, EmbeddedServers servers) {
        this.folder = folder;
        this.servers = servers;
        this.jdbc = JdbcClient.create(servers.database().dataSource(SCHEMA));
        jdbc.sql("CREATE USER '%1$s'@'127.0.0.1' IDENTIFIED BY '%1$s'".formatted(USER))
                .update();
        jdbc.sql("GRANT ALL ON %s.* TO '%s'@'127.0.0.1'".formatted(SCHEMA, USER))
                .update();
    }

    static Grounds make() throws IOException {
        var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "model-");
        return new Grounds(folder, EmbeddedServers.startIn(folder));
    }

    Path folder() {
        return folder;
    }

    Map<String, Object> properties() {
        var properties = new HashMap<>(servers.properties(SCHEMA, 0));
        properties.put("spring.datasource.username", USER);
        properties.put("spring.datasource.password", USER);
        return properties;
    }

    JdbcClient jdbc() {
        return jdbc;
    }

    RedisClient redis() {
        return RedisClient.create("redis://127.0.0.1:" + servers.redis().port());
    }

    /** Once the application has made its tables. */
    void installTriggers() {
        TRIGGERS.forEach(sql -> jdbc.sql(sql).update());
    }

    void killRedis() {
        servers.redis().kill();
    }

    void startRedis() {
        servers.redis().start();
        removeJobLocks();
    }

    void killDatabase() {
        servers.database().kill();
    }

    void startDatabase() {
        servers.database().start();
    }

    void databaseTakesWrites(boolean takes) {
        jdbc.sql("SET GLOBAL read_only = " + !takes).update();
    }

    /** A copy of what Redis has on disk, which is all that it has answered. */
    Path copyRedis() {
        try {
            var copy = Files.createTempDirectory(folder, "copy-of-redis-");
            FileSystemUtils.copyRecursively(folder.resolve("redis"), copy);
            return copy;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    void startRedisFrom(Path copy) {
        try {
            servers.redis().kill();
            FileSystemUtils.deleteRecursively(folder.resolve("redis"));
            Files.move(copy, folder.resolve("redis"));
            Files.deleteIfExists(folder.resolve("redis").resolve("redis.pid"));
            startRedis();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /**
     * Locks run out at once instead of after a minute: the ones of a killed instance's jobs, and the ones that no job
     * could give back as Redis was away.
     */
    void removeJobLocks() {
        try (var client = redis()) {
            JobLocks.remove(client);
        } catch (RedisException away) {
            // Redis is down as well: then they run out
        }
    }

    void slowDownImports(double seconds) {
        jdbc.sql("DELETE FROM model_pace").update();
        jdbc.sql("INSERT INTO model_pace VALUES (?)").param(seconds).update();
    }

    /** Holds late postings within their transactions until it is closed. */
    Connection closeGate() throws SQLException {
        var holder = servers.database().dataSource(SCHEMA).getConnection();
        try (var statement = holder.createStatement()) {
            statement.execute("DO GET_LOCK('" + GATE + "', 10)");
        }
        return holder;
    }

    int waitingAtTheGate() {
        return jdbc.sql("SELECT COUNT(*) FROM information_schema.processlist WHERE state = 'User lock'")
                .query(Integer.class)
                .single();
    }

    int waitingForRows() {
        return jdbc.sql("SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")
                .query(Integer.class)
                .single();
    }

    @Override
    public void close() {
        servers.close();
        try {
            FileSystemUtils.deleteRecursively(folder);
        } catch (IOException left) {
            throw new UncheckedIOException(left);
        }
    }
}
