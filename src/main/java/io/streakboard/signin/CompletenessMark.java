package io.streakboard.signin;

import io.streakboard.redis.LuaScript;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/**
 * The mark of each partition that its bitmaps have what MySQL has. It is among the bitmaps, so that it is lost with them:
 * without it the scripts do not take a missing bit for a missed day.
 *
 * <pre>
 * SET  streakboard:signin:{2}:rebuilding "5e0c… a0d1…"    token and process; in mark_begin.lua
 * SET  streakboard:signin:{2}:complete a0d1…              the process; in mark_finish.lua, at the end
 * </pre>
 */
@Component
class CompletenessMark {

    private static final RedisScript<Long> BEGIN = LuaScript.of("signin/mark_begin", Long.class);
    private static final RedisScript<Long> FINISH = LuaScript.of("signin/mark_finish", Long.class);
    private static final RedisScript<Long> CHECK = LuaScript.of("signin/mark_check", Long.class);

    private final StringRedisTemplate redis;
    private final SignInKeys keys;

    CompletenessMark(StringRedisTemplate redis, SignInKeys keys) {
        this.redis = redis;
        this.keys = keys;
    }

    /** Begins a rebuild and returns its token. */
    String begin() {
        var token = UUID.randomUUID().toString();
        partitions().forEach(partition -> redis.execute(BEGIN, List.of(keys.rebuilding(partition)), token));
        return token;
    }

    /** Marks what was rebuilt as complete. Fails if Redis has lost data since: begin anew. */
    void finish(String token) {
        partitions().forEach(partition -> {
            var names = List.of(keys.complete(partition), keys.rebuilding(partition));
            if (!Long.valueOf(1).equals(redis.execute(FINISH, names, token))) {
                throw new IllegalStateException("Redis has lost data of partition " + partition + " meanwhile");
            }
        });
    }

    /** How many partitions are not complete. */
    int missing() {
        return (int) partitions()
                .filter(partition -> !Long.valueOf(1).equals(redis.execute(CHECK, List.of(keys.complete(partition)))))
                .count();
    }

    private IntStream partitions() {
        return IntStream.range(0, keys.partitions());
    }
}
