package io.streakboard.leaderboard.live;

import static java.util.Objects.requireNonNullElse;

import io.streakboard.leaderboard.board.Edition;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Records the configurations by which instances write to boards. During a rollout, and while the rules of boards change,
 * instances with the former configuration write to keys that are no longer read, or not at all. So boards may lack
 * scores although they were complete, and are compared with MySQL once no instance writes by another configuration.
 *
 * <pre>
 * SADD streakboard:boards:writers:points v3-1f2e3d                 each configuration, until the boards are compared
 * SET  streakboard:boards:writers:points:v3-1f2e3d "" EX 30        while an instance writes by it
 * </pre>
 */
public class Rollout {

    private static final String WRITERS = "streakboard:boards:writers:";

    /** Far longer than a write takes after the call of {@link #note}. */
    private static final Duration LEASE = Duration.ofSeconds(30);

    private static final long NOTE_INTERVAL = Duration.ofSeconds(1).toNanos();

    private final StringRedisTemplate redis;
    private final String key;
    private final Supplier<?> configuration;
    private final AtomicLong noted = new AtomicLong(System.nanoTime() - NOTE_INTERVAL);

    /**
     * @param boards name of the configured boards, part of the key
     * @param configuration everything that determines the writes of an instance; it may change while the instance runs
     */
    public Rollout(StringRedisTemplate redis, String boards, Supplier<?> configuration) {
        this.redis = redis;
        this.key = WRITERS + boards;
        this.configuration = configuration;
    }

    /** Call it before this instance writes to boards. */
    public void note() {
        long before = noted.get();
        long now = System.nanoTime();
        if (now - before >= NOTE_INTERVAL && noted.compareAndSet(before, now)) {
            var own = configuration();
            redis.opsForSet().add(key, own);
            redis.opsForValue().set(lease(own), "", LEASE);
        }
    }

    /** Whether instances with another configuration write. */
    public boolean underWay() {
        return others().stream().anyMatch(this::writes);
    }

    /** Other configurations that no instance writes by any more, while boards have not been compared since. */
    public List<String> ended() {
        return others().stream().filter(other -> !writes(other)).toList();
    }

    /** Removes configurations after the boards have been compared. */
    public void forget(List<String> ended) {
        redis.opsForSet().remove(key, ended.toArray());
    }

    private String configuration() {
        return Edition.VERSION + "-"
                + Integer.toHexString(configuration.get().toString().hashCode());
    }

    private List<String> others() {
        var own = configuration();
        return requireNonNullElse(redis.opsForSet().members(key), Set.<String>of()).stream()
                .filter(each -> !each.equals(own))
                .toList();
    }

    private boolean writes(String other) {
        return redis.hasKey(lease(other));
    }

    private String lease(String other) {
        return key + ":" + other;
    }
}
