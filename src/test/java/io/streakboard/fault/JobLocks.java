package io.streakboard.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisClient;
import io.streakboard.embedded.EmbeddedServers;
import java.time.Duration;

/** The locks of jobs, which last up to a minute longer than an instance that is killed. */
public final class JobLocks {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final long NEVER = -1;

    private JobLocks() {}

    /** Asserts that they would run out by themselves. */
    static void remove(EmbeddedServers servers) {
        try (var client =
                RedisClient.create("redis://127.0.0.1:" + servers.redis().port())) {
            remove(client);
        }
    }

    /** Asserts that they would run out by themselves. */
    public static void remove(RedisClient redis) {
        try (var connection = redis.connect()) {
            var commands = connection.sync();
            for (var lock : commands.keys("streakboard:lock:*")) {
                assertThat(commands.pttl(lock)).as(lock).isNotEqualTo(NEVER).isLessThanOrEqualTo(MINUTE.toMillis());
                commands.del(lock);
            }
        }
    }
}
