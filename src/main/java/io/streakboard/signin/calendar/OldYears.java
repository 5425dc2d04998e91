package io.streakboard.signin.calendar;

import io.streakboard.redis.LuaScript;
import io.streakboard.redis.Pipeline;
import io.streakboard.redis.Pipeline.Call;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/**
 * Moves years from the bitmaps to the {@link Archive}. The old years of all learners in a bitmap leave Redis in one
 * step, and only if MySQL has every bit. Bitmaps that change meanwhile stay until the next run.
 */
@Component
public class OldYears {

    private static final RedisScript<Long> ARCHIVE = LuaScript.of("signin/calendar/archive", Long.class);

    private final Pipeline pipeline;
    private final Bitmaps bitmaps;
    private final Archive archive;
    private final Months months;
    private final CalendarKeys keys;
    private final CalendarProperties properties;

    OldYears(
            Pipeline pipeline,
            Bitmaps bitmaps,
            Archive archive,
            Months months,
            CalendarKeys keys,
            CalendarProperties properties) {
        this.pipeline = pipeline;
        this.bitmaps = bitmaps;
        this.archive = archive;
        this.months = months;
        this.keys = keys;
        this.properties = properties;
    }

    /**
     * @param progress called after each batch
     * @return number of learners' years that left Redis
     */
    public long archive(LocalDate today, Runnable progress) {
        int last = properties.lastArchivedYear(today);
        var archived = new AtomicLong();
        if (last >= properties.firstYear()) {
            bitmaps.forEach(batch -> {
                var learners = batch.stream()
                        .filter(year -> year.year() <= last)
                        .map(LearnerYear::learner)
                        .distinct()
                        .toList();
                archived.addAndGet(archiveBatch(learners, last));
                progress.run();
            });
        }
        return archived.get();
    }

    /** @param learners must include all learners of each bitmap */
    private long archiveBatch(List<Long> learners, int last) {
        if (learners.isEmpty()) {
            return 0;
        }
        var years = IntStream.rangeClosed(properties.firstYear(), last).boxed().toList();
        var recorded = byLearner(months.read(learners, properties.firstDay(), LocalDate.of(last, 12, 31)));
        var groups = groups(learners, last);
        var contents = bitmaps.strings(groups.stream()
                        .flatMap(group -> names(group.getFirst(), years).stream())
                        .toList())
                .iterator();
        var calls = new ArrayList<Call>();
        long inMySql = 0;
        for (var group : groups) {
            var names = names(group.getFirst(), years);
            var strings = names.stream().map(name -> contents.next()).toList();
            if (group.stream().allMatch(learner -> has(recorded.get(learner), learner, years, strings))) {
                calls.add(call(group, names, strings, recorded, last));
                inMySql += group.stream().filter(recorded::containsKey).count();
            }
        }
        long refused =
                pipeline.call(ARCHIVE, calls).stream().filter(done -> done == 0).count();
        return Math.max(0, inMySql - refused);
    }

    /** The learners, grouped by shared bitmaps. */
    private Collection<List<Long>> groups(List<Long> learners, int year) {
        var groups = new TreeMap<String, List<Long>>();
        learners.forEach(learner -> groups.computeIfAbsent(keys.year(learner, year), key -> new ArrayList<>())
                .add(learner));
        return groups.values();
    }

    private List<String> names(long learner, List<Integer> years) {
        return years.stream()
                .flatMap(year -> keys.bitmaps(new LearnerYear(learner, year)).stream())
                .toList();
    }

    private static Map<Long, Map<LearnerYear, YearBits>> byLearner(Map<LearnerYear, YearBits> years) {
        var learners = new HashMap<Long, Map<LearnerYear, YearBits>>();
        years.forEach((year, bits) -> learners.computeIfAbsent(year.learner(), learner -> new HashMap<>())
                .put(year, bits));
        return learners;
    }

    /** Whether MySQL has every bit of a learner in these bitmaps. */
    private boolean has(
            @Nullable Map<LearnerYear, YearBits> recorded, long learner, List<Integer> years, List<byte[]> strings) {
        int first = keys.firstByte(learner);
        for (int i = 0; i < years.size(); i++) {
            var bits = YearBits.parse(
                    part(strings.get(3 * i), first),
                    part(strings.get(3 * i + 1), first),
                    part(strings.get(3 * i + 2), first));
            var known = recorded == null ? null : recorded.get(new LearnerYear(learner, years.get(i)));
            if (!bits.minus(known == null ? YearBits.none() : known).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    private static byte[] part(byte[] string, int first) {
        return first >= string.length
                ? new byte[0]
                : Arrays.copyOfRange(string, first, Math.min(string.length, first + BitmapLayout.BYTES_A_YEAR));
    }

    private Call call(
            List<Long> group,
            List<String> bitmapNames,
            List<byte[]> strings,
            Map<Long, Map<LearnerYear, YearBits>> recorded,
            int last) {
        var names = new ArrayList<>(bitmapNames);
        var arguments = new ArrayList<Object>(List.of(bitmapNames.size(), digest(strings)));
        for (var learner : group) {
            var years = recorded.get(learner);
            if (years != null) {
                names.add(keys.archived(learner));
                arguments.add(learner);
                arguments.add(archive.summary(learner, years, last).text());
            }
        }
        return new Call(names, arguments);
    }

    private static String digest(List<byte[]> strings) {
        var all = new StringBuilder();
        strings.forEach(string -> all.append(sha1(string)));
        return sha1(all.toString().getBytes(StandardCharsets.US_ASCII));
    }

    private static String sha1(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(bytes));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
