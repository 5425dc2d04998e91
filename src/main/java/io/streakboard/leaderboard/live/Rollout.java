package io.streakboard.leaderboard.live;

import io.streakboard.leaderboard.board.Edition;
import io.streakboard.redis.LuaScript;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;

/**
 * Records the configurations by which instances write to boards. During a rollout, and while the rules of boards change,
 * instances with the former configuration write to keys that are no longer read, or not at all. So boards may lack
 * scores although they were complete, and are compared with MySQL once no instance writes by another configuration.
 *
 * <pre>
 * HINCRBY streakboard:boards:written:points v3-1f2e3d 1            notes by configuration, until boards are compared
 * SET     streakboard:boards:writers:points:v3-1f2e3d "" EX 30     while an instance writes by it
 * </pre>
 */
public class Rollout {

    private static final String WRITTEN = "streakboard:boards:written:";
    private static final String WRITERS = "streakboard:boards:writers:";
    private static final RedisScript<Long> FORGET = LuaScript.of("leaderboard/forget", Long.class);

    /** Far longer than a write takes after the call of {@link #note}. */
    private static final Duration LEASE = Duration.ofSeconds(30);

    private static final long NOTE_INTERVAL = Duration.ofSeconds(1).toNanos();

    private final StringRedisTemplate redis;
    private final String boards;
    private final Supplier<?> configuration;
    private final AtomicLong noted = new AtomicLong(System.nanoTime() - NOTE_INTERVAL);

    /**
     * @param boards name of the configured boards, part of the keys
     * @param configuration everything that determines the writes of an instance; it may change while the instance runs
     */
    public Rollout(StringRedisTemplate redis, String boards, Supplier<?> configuration) {
        this.redis = redis;
        this.boards = boards;
        this.configuration = configuration;
    }

    /** Call it before this instance writes to boards. */
    public void note() {
        long before = noted.get();
        long now = System.nanoTime();
        if (now - before >= NOTE_INTERVAL && noted.compareAndSet(before, now)) {
            var own = configuration();
            redis.opsForHash().increment(WRITTEN + boards, own, 1);
            redis.opsForValue().set(lease(own), "", LEASE);
        }
    }

    /** Whether instances with another configuration write. */
    public boolean underWay() {
        return others().keySet().stream().anyMatch(this::writes);
    }

    /**
     * Other configurations that no instance writes by any more, while boards have not been compared since. With the
     * number of notes of each.
     */
    public Map<String, String> ended() {
        var ended = others();
        ended.keySet().removeIf(this::writes);
        return ended;
    }

    /** Removes configurations after the boards have been compared, but those with a later note. */
    public void forget(Map<String, String> ended) {
        ended.forEach((other, notes) -> redis.execute(FORGET, List.of(WRITTEN + boards), other, notes));
    }

    private String configuration() {
        return Edition.VERSION + "-"
                + Integer.toHexString(configuration.get().toString().hashCode());
    }

    private Map<String, String> others() {
        var others = new HashMap<>(redis.<String, String>opsForHash().entries(WRITTEN + boards));
        others.remove(configuration());
        return others;
    }

    private boolean writes(String other) {
        return redis.hasKey(lease(other));
    }

    private String lease(String other) {
        return WRITERS + boards + ":" + other;
    }
}
