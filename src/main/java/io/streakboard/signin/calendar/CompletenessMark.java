package io.streakboard.signin.calendar;

import io.streakboard.redis.LuaScript;
import io.streakboard.redis.Pipeline;
import io.streakboard.redis.Pipeline.Call;
import io.streakboard.signin.partition.Partitions;
import java.util.List;
import java.util.UUID;
import java.util.function.IntFunction;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/**
 * The mark of a partition says that its bitmaps have what MySQL has. The mark is stored beside the bitmaps, so that
 * it is lost with them. Without it the scripts do not take a missing bit for a missed day.
 *
 * <pre>
 * SET  streak:{2}:rebuilding "5e0c… a0d1…"    token and process; in mark_begin.lua
 * SET  streak:{2}:complete a0d1…              the process; in mark_finish.lua, at the end
 * </pre>
 */
@Component
public class CompletenessMark {

    private static final RedisScript<Long> BEGIN = LuaScript.of("signin/calendar/mark_begin", Long.class);
    private static final RedisScript<Long> FINISH = LuaScript.of("signin/calendar/mark_finish", Long.class);
    private static final RedisScript<Long> CHECK = LuaScript.of("signin/calendar/mark_check", Long.class);

    private final Pipeline pipeline;
    private final CalendarKeys keys;
    private final Partitions partitions;

    CompletenessMark(Pipeline pipeline, CalendarKeys keys, Partitions partitions) {
        this.pipeline = pipeline;
        this.keys = keys;
        this.partitions = partitions;
    }

    /** Begins a rebuild and returns its token. */
    public String begin() {
        var token = UUID.randomUUID().toString();
        inEach(BEGIN, partition -> new Call(List.of(keys.rebuilding(partition)), List.of(token)));
        return token;
    }

    /**
     * Marks the rebuilt bitmaps as complete. Fails if Redis has lost data since the rebuild began, and another rebuild
     * is needed.
     */
    public void finish(String token) {
        long lost = inEach(
                FINISH,
                partition -> new Call(List.of(keys.complete(partition), keys.rebuilding(partition)), List.of(token)));
        if (lost > 0) {
            throw new IllegalStateException("Redis has lost data of " + lost + " partitions during the rebuild");
        }
    }

    /** How many partitions are not complete. */
    public long missing() {
        return inEach(CHECK, partition -> new Call(List.of(keys.complete(partition)), List.of()));
    }

    /** Runs a script in each partition and returns how many of them answer 0. */
    private long inEach(RedisScript<Long> script, IntFunction<Call> call) {
        return pipeline.call(script, partitions.all().mapToObj(call).toList()).stream()
                .filter(answer -> answer == 0)
                .count();
    }
}
