package io.streakboard.signin;

import io.streakboard.redis.LuaScript;
import io.streakboard.signin.Bitmaps.Call;
import java.util.List;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/**
 * The mark of each partition that its bitmaps have what MySQL has. It is among the bitmaps, so that it is lost with them:
 * without it the scripts do not take a missing bit for a missed day.
 *
 * <pre>
 * SET  streak:{2}:rebuilding "5e0c… a0d1…"    token and process; in mark_begin.lua
 * SET  streak:{2}:complete a0d1…              the process; in mark_finish.lua, at the end
 * </pre>
 */
@Component
class CompletenessMark {

    private static final RedisScript<Long> BEGIN = LuaScript.of("signin/mark_begin", Long.class);
    private static final RedisScript<Long> FINISH = LuaScript.of("signin/mark_finish", Long.class);
    private static final RedisScript<Long> CHECK = LuaScript.of("signin/mark_check", Long.class);

    private final Bitmaps bitmaps;
    private final SignInKeys keys;

    CompletenessMark(Bitmaps bitmaps, SignInKeys keys) {
        this.bitmaps = bitmaps;
        this.keys = keys;
    }

    /** Begins a rebuild and returns its token. */
    String begin() {
        var token = UUID.randomUUID().toString();
        inEach(BEGIN, partition -> new Call(List.of(keys.rebuilding(partition)), List.of(Bitmaps.bytes(token))));
        return token;
    }

    /** Marks what was rebuilt as complete. Fails if Redis has lost data since: begin anew. */
    void finish(String token) {
        long lost = inEach(
                FINISH,
                partition -> new Call(
                        List.of(keys.complete(partition), keys.rebuilding(partition)), List.of(Bitmaps.bytes(token))));
        if (lost > 0) {
            throw new IllegalStateException("Redis has lost data of " + lost + " partitions meanwhile");
        }
    }

    /** How many partitions are not complete. */
    long missing() {
        return inEach(CHECK, partition -> new Call(List.of(keys.complete(partition)), List.of()));
    }

    /** Runs a script in each partition and returns how many of them answer 0. */
    private long inEach(RedisScript<Long> script, IntFunction<Call> call) {
        var calls = IntStream.range(0, keys.partitions()).mapToObj(call).toList();
        return bitmaps.pipelined(script, calls).stream()
                .filter(answer -> answer == 0)
                .count();
    }
}
