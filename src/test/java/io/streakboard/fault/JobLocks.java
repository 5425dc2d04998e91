package io.streakboard.fault;

import io.lettuce.core.RedisClient;

/** The locks of jobs, which last a minute longer than an instance that is killed. */
public final class JobLocks {

    private JobLocks() {}

    public static void remove(RedisClient redis) {
        try (var connection = redis.connect()) {
            var commands = connection.sync();
            commands.keys("streakboard:lock:*").forEach(commands::del);
        }
    }
}
