package io.streakboard.signin.calendar;

import static java.util.Objects.requireNonNull;

import io.streakboard.redis.KeyScan;
import io.streakboard.redis.LuaScript;
import io.streakboard.redis.Pipeline;
import io.streakboard.redis.Pipeline.Call;
import io.streakboard.redis.Pipeline.Read;
import io.streakboard.signin.partition.Partitions;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/**
 * The bitmaps in Redis, read for one learner in one call and for many learners pipelined.
 *
 * <pre>
 * GETRANGE streak:{2}:year:2026:42 0 47               in years.lua, see {@link SharedYears}, or pipelined
 * SETRANGE streak:{2}:year:2026:42 0 …                in merge.lua
 * SCAN     0 MATCH streak:{*}:year:* COUNT 500        see {@link KeyScan}
 * </pre>
 */
@Component
public class Bitmaps {

    /** Bitmaps a year: signed, made up, frozen. */
    private static final int KINDS = 3;

    private static final int SCAN_COUNT = 500;
    private static final RedisScript<Long> MERGE = LuaScript.of("signin/calendar/merge", Long.class);
    private static final RedisScript<Long> ERASE = LuaScript.of("signin/calendar/erase", Long.class);

    private final StringRedisTemplate redis;
    private final Pipeline pipeline;
    private final KeyScan scan;
    private final CalendarKeys keys;
    private final SharedYears shared;

    Bitmaps(StringRedisTemplate redis, Pipeline pipeline, KeyScan scan, CalendarKeys keys, Partitions partitions) {
        this.redis = redis;
        this.pipeline = pipeline;
        this.scan = scan;
        this.keys = keys;
        this.shared = new SharedYears(redis, keys, partitions);
    }

    /**
     * One learner's bits in Redis, all read at one moment.
     *
     * @param complete whether the partition has its mark of completeness
     */
    record Stored(boolean complete, @Nullable ArchiveSummary summary, NavigableMap<Integer, YearBits> years) {

        /** Whether all days since a day are present. */
        boolean has(LocalDate from) {
            return complete && (summary == null || !summary.has(from));
        }
    }

    /** Reads a range of years of a learner. */
    Stored read(long learner, int firstYear, int lastYear) {
        return stored(shared.read(learner, firstYear, lastYear));
    }

    /** The same for many learners, not all at one moment. */
    Map<Long, Stored> read(Collection<Long> learners, int firstYear, int lastYear) {
        var found = new HashMap<Long, Stored>();
        shared.read(learners, firstYear, lastYear).forEach((learner, answer) -> found.put(learner, stored(answer)));
        return found;
    }

    private static Stored stored(List<?> answer) {
        var years = new TreeMap<Integer, YearBits>();
        for (int i = 2; i < answer.size(); i += 1 + KINDS) {
            var bits = year(answer, i + 1);
            if (!bits.isEmpty()) {
                years.put(Integer.valueOf(text(answer, i)), bits);
            }
        }
        return new Stored(string(answer, 0).length > 0, ArchiveSummary.parse(text(answer, 1)), years);
    }

    /** The bits of years; years without bits are missing. */
    public Map<LearnerYear, YearBits> read(Collection<LearnerYear> years) {
        var order = List.copyOf(years);
        var strings = pipeline.read(order.stream().flatMap(this::ranges).toList());
        var found = new HashMap<LearnerYear, YearBits>();
        for (int i = 0; i < order.size(); i++) {
            var bits = year(strings, KINDS * i);
            if (!bits.isEmpty()) {
                found.put(order.get(i), bits);
            }
        }
        return found;
    }

    private Stream<Read> ranges(LearnerYear year) {
        int first = keys.firstByte(year.learner());
        return keys.bitmaps(year).stream().map(key -> Read.range(key, first, first + BitmapLayout.BYTES_A_YEAR - 1));
    }

    private static YearBits year(List<?> strings, int index) {
        return YearBits.parse(string(strings, index), string(strings, index + 1), string(strings, index + 2));
    }

    private static String text(List<?> strings, int index) {
        return new String(string(strings, index), StandardCharsets.UTF_8);
    }

    private static byte[] string(List<?> strings, int index) {
        return (byte[]) requireNonNull(strings.get(index));
    }

    /** Sets bits, and returns how many were missing; none is ever cleared. */
    public long merge(Map<LearnerYear, YearBits> bits) {
        var calls = bits.entrySet().stream().map(each -> {
            var arguments = new ArrayList<Object>();
            arguments.add(keys.firstByte(each.getKey().learner()));
            arguments.addAll(each.getValue().bytes());
            return new Call(keys.bitmaps(each.getKey()), arguments);
        });
        return pipeline.call(MERGE, calls.toList()).stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    /** Whole bitmaps; empty for missing ones. */
    List<byte[]> strings(List<String> names) {
        return pipeline.read(names.stream().map(Read::string).toList()).stream()
                .map(string -> string == null ? new byte[0] : string)
                .toList();
    }

    /** Removes all bits of a learner, and the summary of archived years. */
    void erase(long learner, int firstYear, int lastYear) {
        var bitmaps = IntStream.rangeClosed(firstYear, lastYear)
                .mapToObj(year -> keys.bitmaps(new LearnerYear(learner, year)))
                .flatMap(List::stream)
                .toList();
        if (keys.ownBitmaps()) {
            redis.unlink(bitmaps);
        } else {
            redis.execute(
                    ERASE,
                    bitmaps,
                    Integer.toString(keys.firstByte(learner)),
                    Integer.toString(BitmapLayout.BYTES_A_YEAR));
        }
        redis.opsForHash().delete(keys.archived(learner), Long.toString(learner));
    }

    /** Hands over all learners with bitmaps, in batches. A learner may come twice. */
    public void forEach(Consumer<List<LearnerYear>> batches) {
        var batch = new ArrayList<LearnerYear>();
        scan.forEach(CalendarKeys.allBitmaps(), SCAN_COUNT, key -> {
            batch.addAll(keys.holders(key));
            if (batch.size() >= SCAN_COUNT) {
                batches.accept(List.copyOf(batch));
                batch.clear();
            }
        });
        batches.accept(batch);
    }
}
