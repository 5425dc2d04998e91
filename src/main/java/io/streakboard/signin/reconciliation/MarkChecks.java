package io.streakboard.signin.reconciliation;

import static java.util.Objects.requireNonNull;

import io.streakboard.signin.calendar.CompletenessMark;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/**
 * Checks the marks of all partitions, but not each time: while the same processes of Redis answer, in the same roles,
 * nothing can have become of marks that were complete, unless somebody has removed keys. What Redis says of itself costs
 * two commands, the marks of 128 partitions some hundred.
 */
@Component
class MarkChecks {

    /** Which process, and which history of writes it replicates: a replica that takes over begins another one. */
    private static final Set<String> IDENTITY = Set.of("run_id", "master_replid");

    /** The marks themselves are checked at least each so many times. */
    private static final int LOOKS = 6;

    private final CompletenessMark mark;
    private final StringRedisTemplate redis;
    private Set<String> seen = Set.of();
    private int looksLeft;

    MarkChecks(CompletenessMark mark, StringRedisTemplate redis) {
        this.mark = mark;
        this.redis = redis;
    }

    /** How many partitions are not complete. */
    synchronized long missing() {
        var processes = processes();
        if (!processes.isEmpty() && processes.equals(seen) && --looksLeft > 0) {
            return 0;
        }
        seen = Set.of();
        long missing = mark.missing();
        if (missing == 0) {
            seen = processes;
            looksLeft = LOOKS;
        }
        return missing;
    }

    /** On Redis Cluster those of all nodes; none if one of them does not answer. */
    private Set<String> processes() {
        try {
            return requireNonNull(redis.execute((RedisCallback<Set<String>>) connection -> Stream.of(
                            connection.serverCommands().info("server"),
                            connection.serverCommands().info("replication"))
                    .flatMap(MarkChecks::identities)
                    .collect(Collectors.toSet())));
        } catch (DataAccessException unreachable) {
            return Set.of();
        }
    }

    /** On Redis Cluster each name has its node in front: {@code 127.0.0.1:7000.run_id}. */
    private static Stream<String> identities(Properties info) {
        return info.stringPropertyNames().stream()
                .filter(name -> IDENTITY.contains(name.substring(name.lastIndexOf('.') + 1)))
                .map(name -> name + " " + info.getProperty(name));
    }
}
