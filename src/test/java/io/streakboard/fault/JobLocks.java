package io.streakboard.fault;

import io.lettuce.core.RedisClient;
import io.streakboard.embedded.EmbeddedServers;

/** The locks of jobs, which last a minute longer than an instance that is killed. */
public final class JobLocks {

    private JobLocks() {}

    static void remove(EmbeddedServers servers) {
        try (var client =
                RedisClient.create("redis://127.0.0.1:" + servers.redis().port())) {
            remove(client);
        }
    }

    public static void remove(RedisClient redis) {
        try (var connection = redis.connect()) {
            var commands = connection.sync();
            commands.keys("streakboard:lock:*").forEach(commands::del);
        }
    }
}
