package io.streakboard.embedded;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;

/**
 * How the embedded servers run; the properties start with {@code streakboard.embedded}.
 *
 * @param enabled false: the servers are those of compose.yaml, or as configured
 * @param dataDir where the servers keep their data
 * @param mysqlPort the database's port, 0 for any free one
 * @param redisPort Redis' port, 0 for any free one
 * @param mysqlHome an unpacked MySQL to run in place of the bundled MariaDB
 * @param redisExecutable a {@code redis-server} to run in place of the bundled one
 * @param synced false: what the servers answer they have written, but not made the disk sync; who kills a process loses
 *     nothing, who cuts the power may
 * @param redisCluster whether tests get a Redis Cluster each, in place of a logical database
 */
record EmbeddedSettings(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("target/streakboard-data") Path dataDir,
        @DefaultValue("0") int mysqlPort,
        @DefaultValue("0") int redisPort,
        @Nullable Path mysqlHome,
        @Nullable Path redisExecutable,
        @DefaultValue("true") boolean synced,
        @DefaultValue("false") boolean redisCluster) {

    static EmbeddedSettings of(Environment environment) {
        return Binder.get(environment).bindOrCreate("streakboard.embedded", EmbeddedSettings.class);
    }

    /** The servers that system properties or environment variables choose, on any free ports. */
    static EmbeddedSettings in(Path dataDir) {
        var chosen = of(new StandardEnvironment());
        return new EmbeddedSettings(
                true, dataDir, 0, 0, chosen.mysqlHome, chosen.redisExecutable, chosen.synced, chosen.redisCluster);
    }
}
