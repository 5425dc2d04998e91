package io.streakboard.leaderboard.live;

import static java.util.Objects.requireNonNullElse;

import io.streakboard.leaderboard.board.Edition;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Notes by which configurations instances write to boards. While the configuration changes from instance to instance,
 * one that still has the former writes to keys that are no longer read, or not at all. Boards of the newer one may then
 * lack scores although they were complete. So once no instance writes by another configuration any more, the boards have
 * to be compared with MySQL.
 *
 * <pre>
 * SADD streakboard:boards:writers:points v3-1f2e3d                 each configuration, until the boards are compared
 * SET  streakboard:boards:writers:points:v3-1f2e3d "" EX 30        while an instance writes by it
 * </pre>
 */
public class Rollout {

    private static final String WRITERS = "streakboard:boards:writers:";

    /** Far longer than a write takes after its note. */
    private static final Duration LASTS = Duration.ofSeconds(30);

    private static final long NOTED_EVERY = Duration.ofSeconds(1).toNanos();

    private final StringRedisTemplate redis;
    private final String key;
    private final String configuration;
    private final AtomicLong noted = new AtomicLong(System.nanoTime() - NOTED_EVERY);

    /**
     * @param boards that the configuration is of
     * @param configuration all that decides what an instance writes
     */
    public Rollout(StringRedisTemplate redis, String boards, Object configuration) {
        this.redis = redis;
        this.key = WRITERS + boards;
        this.configuration = Edition.VERSION + "-"
                + Integer.toHexString(configuration.toString().hashCode());
    }

    /** To be called before this instance writes to boards. */
    public void note() {
        long before = noted.get();
        long now = System.nanoTime();
        if (now - before >= NOTED_EVERY && noted.compareAndSet(before, now)) {
            redis.opsForSet().add(key, configuration);
            redis.opsForValue().set(lease(configuration), "", LASTS);
        }
    }

    /** Whether instances with another configuration write. */
    public boolean underWay() {
        return others().stream().anyMatch(this::writes);
    }

    /** Other configurations by which no instance writes any more, and after which boards have not been compared. */
    public List<String> ended() {
        return others().stream().filter(other -> !writes(other)).toList();
    }

    /** Boards have been compared since these configurations ended. */
    public void forget(List<String> ended) {
        redis.opsForSet().remove(key, ended.toArray());
    }

    private List<String> others() {
        return requireNonNullElse(redis.opsForSet().members(key), Set.<String>of()).stream()
                .filter(each -> !each.equals(configuration))
                .toList();
    }

    private boolean writes(String other) {
        return redis.hasKey(lease(other));
    }

    private String lease(String other) {
        return key + ":" + other;
    }
}
