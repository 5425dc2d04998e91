package io.streakboard.signin;

import io.streakboard.redis.LuaScript;
import io.streakboard.time.BusinessTime;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/**
 * What Redis keeps of the years that are in MySQL alone, and the way back. A learner who has it has no bits of these
 * years that count.
 *
 * <pre>
 * HSET streak:{2}:archived:10 42 "2023 17 40 365"     last year, streak at its end, longest, days
 * </pre>
 */
@Component
class Archive {

    private static final RedisScript<Long> KEEP = LuaScript.of("signin/keep", Long.class);
    private static final RedisScript<Long> REOPEN = LuaScript.of("signin/reopen", Long.class);
    private static final long BITS_ARE_THERE = 2;
    private static final long CHANGED = 3;

    private final StringRedisTemplate redis;
    private final Bitmaps bitmaps;
    private final SignInMonths months;
    private final SignInKeys keys;
    private final SignInProperties properties;
    private final StreakRules streaks;
    private final BusinessTime time;

    Archive(
            StringRedisTemplate redis,
            Bitmaps bitmaps,
            SignInMonths months,
            SignInKeys keys,
            SignInProperties properties,
            StreakRules streaks,
            BusinessTime time) {
        this.redis = redis;
        this.bitmaps = bitmaps;
        this.months = months;
        this.keys = keys;
        this.properties = properties;
        this.streaks = streaks;
        this.time = time;
    }

    /** The last year that need not be in Redis; before the first year if all are to stay. */
    int lastYear() {
        return properties.yearsInRedis() == 0
                ? properties.firstYear() - 1
                : time.today().getYear() - properties.yearsInRedis();
    }

    /** What is to be kept of a learner's years up to one. */
    Archived of(Map<LearnerYear, YearBits> years, int lastYear) {
        return streaks.archive(Calendar.of(years), lastYear);
    }

    /**
     * Brings a learner's archived years back to Redis, for a sign-in of long ago. It may be archived again at any
     * time, so ask again whether it is.
     */
    void reopen(long learner) {
        var text = redis.<String, String>opsForHash().get(keys.archived(learner), Long.toString(learner));
        var kept = Archived.parse(text == null ? "" : text);
        if (kept == null) {
            return;
        }
        var recorded = months.of(List.of(learner), LocalDate.of(properties.firstYear(), 1, 1), kept.lastDay());
        var names = new ArrayList<String>();
        names.add(keys.archived(learner));
        var arguments = new ArrayList<byte[]>();
        arguments.add(Bitmaps.bytes(Long.toString(learner)));
        arguments.add(Bitmaps.bytes(kept.text()));
        arguments.add(Bitmaps.bytes(Integer.toString(keys.address(learner).firstByte())));
        recorded.forEach((year, bits) -> {
            names.addAll(keys.bitmaps(year));
            arguments.addAll(bits.bytes());
        });
        bitmaps.pipelined(REOPEN, List.of(new Bitmaps.Call(names, arguments)));
    }

    /** What is kept of some learners, to be read before their recorded years and checked against them. */
    Map<Long, Archived> kept(Collection<Long> learners) {
        return bitmaps.archived(List.copyOf(learners));
    }

    /**
     * Checks what was kept of some learners against their recorded years, and takes the archived ones of these out.
     * What has changed since it was read is left for the next time: years may have been brought back and archived with
     * more.
     *
     * @return the days of those whose archived years are not told right, or not at all
     */
    long check(
            Map<Long, Archived> kept, Map<LearnerYear, YearBits> recorded, Collection<Long> learners, boolean repair) {
        var expected = new TreeMap<Long, Archived>();
        for (var learner : learners) {
            var present = kept.get(learner);
            int last = present == null ? lastYear() : present.year();
            var old = upTo(recorded, learner, last);
            if (!old.isEmpty()) {
                expected.put(learner, of(old, last));
            }
        }
        var results = bitmaps.pipelined(
                KEEP,
                expected.entrySet().stream()
                        .map(each -> keep(each.getKey(), kept.get(each.getKey()), each.getValue(), repair))
                        .toList());
        long wrong = 0;
        var result = results.iterator();
        for (var each : expected.entrySet()) {
            long found = result.next();
            if (found != BITS_ARE_THERE) {
                recorded.keySet()
                        .removeAll(upTo(recorded, each.getKey(), each.getValue().year())
                                .keySet());
                wrong += found == 0 || found == CHANGED ? 0 : each.getValue().days();
            }
        }
        return wrong;
    }

    private Bitmaps.Call keep(long learner, @Nullable Archived read, Archived archived, boolean write) {
        var names = new ArrayList<String>();
        names.add(keys.archived(learner));
        IntStream.rangeClosed(properties.firstYear(), archived.year())
                .mapToObj(year -> new LearnerYear(learner, year))
                .forEach(year -> names.addAll(keys.bitmaps(year)));
        return new Bitmaps.Call(
                names,
                List.of(
                        Bitmaps.bytes(Long.toString(learner)),
                        Bitmaps.bytes(archived.text()),
                        Bitmaps.bytes(Integer.toString(keys.address(learner).firstByte())),
                        Bitmaps.bytes(write ? "1" : "0"),
                        Bitmaps.bytes(read == null ? "" : read.text())));
    }

    private static Map<LearnerYear, YearBits> upTo(Map<LearnerYear, YearBits> years, long learner, int last) {
        var some = new HashMap<LearnerYear, YearBits>();
        years.forEach((year, bits) -> {
            if (year.learner() == learner && year.year() <= last) {
                some.put(year, bits);
            }
        });
        return some;
    }
}
