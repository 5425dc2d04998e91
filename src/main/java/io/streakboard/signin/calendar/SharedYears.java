package io.streakboard.signin.calendar;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Gatherers.windowFixed;

import io.streakboard.redis.LuaScript;
import io.streakboard.redis.Topology;
import io.streakboard.sharing.RequestBatcher;
import io.streakboard.signin.partition.Partitions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.data.redis.serializer.RedisSerializer;

/**
 * Batches concurrent reads of calendars, see {@link RequestBatcher}: the call of a script costs more than reading one
 * learner's bits.
 *
 * <pre>
 * EVALSHA … 2 streak:{2}:complete streak:{7}:complete 48 …   years.lua
 * </pre>
 */
final class SharedYears {

    /** Small, because some learners have bits of many years, and Redis runs no other command meanwhile. */
    private static final int MAX_BATCH = 32;

    private static final int MAX_IN_FLIGHT = 3;

    /** The longest time that a command may take. */
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    @SuppressWarnings("rawtypes")
    private static final RedisScript<List> YEARS = LuaScript.of("signin/calendar/years", List.class);

    /** The serializer of a list's elements: a script's list is read element by element. */
    @SuppressWarnings({"rawtypes", "unchecked"})
    private static final RedisSerializer<List> BYTES = (RedisSerializer) RedisSerializer.byteArray();

    /** A range of years of a learner. */
    record YearRange(long learner, int firstYear, int lastYear) {}

    private final StringRedisTemplate redis;
    private final CalendarKeys keys;
    private final Partitions partitions;
    private final boolean cluster;
    private final Map<Integer, RequestBatcher<YearRange, List<?>>> batchers = new ConcurrentHashMap<>();

    SharedYears(StringRedisTemplate redis, CalendarKeys keys, Partitions partitions) {
        this.redis = redis;
        this.keys = keys;
        this.partitions = partitions;
        this.cluster = Topology.isCluster(redis);
    }

    /** The strings that {@code years.lua} returns for a learner. */
    List<?> read(long learner, int firstYear, int lastYear) {
        return batcher(group(learner))
                .ask(List.of(new YearRange(learner, firstYear, lastYear)))
                .getFirst();
    }

    /** The same for many learners, a few in each batch. */
    Map<Long, List<?>> read(Collection<Long> learners, int firstYear, int lastYear) {
        var answers = new HashMap<Long, List<?>>();
        learners.stream()
                .collect(Collectors.groupingBy(this::group))
                .forEach((group, some) -> some.stream()
                        .map(learner -> new YearRange(learner, firstYear, lastYear))
                        .gather(windowFixed(MAX_BATCH))
                        .forEach(ranges -> {
                            var found = batcher(group).ask(ranges).iterator();
                            ranges.forEach(range -> answers.put(range.learner(), found.next()));
                        }));
        return answers;
    }

    private RequestBatcher<YearRange, List<?>> batcher(int group) {
        return batchers.computeIfAbsent(
                group, any -> new RequestBatcher<>(MAX_BATCH, MAX_IN_FLIGHT, TIMEOUT, this::readTogether));
    }

    /** One group for all partitions; in a cluster, where a script reaches only one slot, a group for each. */
    private int group(long learner) {
        return cluster ? partitions.of(learner) : 0;
    }

    /** The answers in the order of the ranges. */
    List<List<?>> readTogether(List<YearRange> ranges) {
        var marks = new ArrayList<String>(ranges.size());
        var arguments = new ArrayList<String>(1 + 6 * ranges.size());
        arguments.add(Integer.toString(BitmapLayout.BYTES_A_YEAR));
        for (var range : ranges) {
            marks.add(keys.completeOf(range.learner()));
            arguments.add(keys.archived(range.learner()));
            arguments.add(Long.toString(range.learner()));
            arguments.add(keys.bitmapName(range.learner()));
            arguments.add(Integer.toString(keys.firstByte(range.learner())));
            arguments.add(Integer.toString(range.firstYear()));
            arguments.add(Integer.toString(range.lastYear()));
        }
        List<?> all = redis.execute(YEARS, RedisSerializer.string(), BYTES, marks, arguments.toArray());
        var answers = new ArrayList<List<?>>(ranges.size());
        for (int at = 0; at < all.size(); ) {
            int end = at + 1 + ((Long) requireNonNull(all.get(at))).intValue();
            answers.add(all.subList(at + 1, end));
            at = end;
        }
        return answers;
    }
}
