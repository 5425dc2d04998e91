package io.streakboard.signin.calendar;

import io.streakboard.redis.LuaScript;
import io.streakboard.redis.Pipeline;
import io.streakboard.redis.Pipeline.Call;
import io.streakboard.redis.ReplicationIds;
import io.streakboard.signin.partition.Partitions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/**
 * The mark of a partition says that its bitmaps have all days in MySQL. It is stored beside the bitmaps, so that it is
 * lost with them. Without the mark the scripts do not treat a missing bit as a missed day.
 *
 * <pre>
 * SET  streak:{2}:rebuilding "5e0c… a0d1…"       token and replication id of the master; in mark_begin.lua
 * SET  streak:{2}:complete "a0d1… b2c3… d4e5…"   replication ids of all masters; in mark_finish.lua, at the end
 * </pre>
 *
 * @see ReplicationIds
 */
@Component
public class CompletenessMark {

    private static final RedisScript<Long> BEGIN = LuaScript.ofMarks("signin/calendar/mark_begin", Long.class);
    private static final RedisScript<Long> FINISH = LuaScript.ofMarks("signin/calendar/mark_finish", Long.class);

    private final StringRedisTemplate redis;
    private final Pipeline pipeline;
    private final CalendarKeys keys;
    private final Partitions partitions;

    CompletenessMark(StringRedisTemplate redis, Pipeline pipeline, CalendarKeys keys, Partitions partitions) {
        this.redis = redis;
        this.pipeline = pipeline;
        this.keys = keys;
        this.partitions = partitions;
    }

    /** Begins a rebuild of some partitions and returns its token. */
    public String begin(Set<Integer> rebuilt) {
        var token = UUID.randomUUID().toString();
        returningZero(BEGIN, rebuilt, partition -> new Call(List.of(keys.rebuilding(partition)), List.of(token)));
        return token;
    }

    /**
     * Marks the rebuilt bitmaps as complete. Fails if Redis has lost data since the rebuild began; then another rebuild
     * is needed.
     */
    public void finish(String token, Set<Integer> rebuilt) {
        var arguments = new ArrayList<>(List.of(token));
        arguments.addAll(ReplicationIds.of(redis));
        var lost = returningZero(
                FINISH,
                rebuilt,
                partition -> new Call(List.of(keys.complete(partition), keys.rebuilding(partition)), arguments));
        if (!lost.isEmpty()) {
            throw new IllegalStateException("Redis has lost or moved partitions during the rebuild: " + lost);
        }
    }

    /** The partitions that are not complete. */
    public Set<Integer> missing() {
        var replicationIds = ReplicationIds.of(redis);
        return returningZero(
                ReplicationIds.HOLDS,
                partitions.all().boxed().collect(Collectors.toSet()),
                partition -> new Call(List.of(keys.complete(partition)), replicationIds));
    }

    /** Runs a script in each partition and returns the partitions where it answers 0. */
    private Set<Integer> returningZero(RedisScript<Long> script, Set<Integer> some, IntFunction<Call> call) {
        var order = List.copyOf(some);
        var answers =
                pipeline.call(script, order.stream().map(call::apply).toList()).iterator();
        return order.stream().filter(partition -> answers.next() == 0).collect(Collectors.toCollection(TreeSet::new));
    }
}
