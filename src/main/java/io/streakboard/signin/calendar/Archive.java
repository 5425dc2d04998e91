package io.streakboard.signin.calendar;

import io.streakboard.identity.privacy.LearnerPauses;
import io.streakboard.redis.LuaScript;
import io.streakboard.redis.Pipeline;
import io.streakboard.redis.Pipeline.Call;
import io.streakboard.redis.Pipeline.Read;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.core.script.RedisScript;
import org.springframework.stereotype.Component;

/**
 * The archived years of learners. Their bits are only in MySQL; Redis keeps a summary, which is enough for streaks. A
 * learner with a summary has no bits in Redis for the years that it covers.
 *
 * <pre>
 * HSET streak:{2}:archived:10 42 "2023 17 40 365"     last year, streak at its end, longest, days
 * </pre>
 */
@Component
public class Archive {

    private static final RedisScript<Long> KEEP = LuaScript.of("signin/calendar/keep", Long.class);
    private static final RedisScript<Long> REOPEN = LuaScript.of("signin/calendar/reopen", Long.class);

    /** Results of {@code keep.lua}. */
    private static final long IS_RIGHT = 0;

    private static final long BITS_ARE_THERE = 2;
    private static final long HAS_CHANGED = 3;

    private final Pipeline pipeline;
    private final Months months;
    private final CalendarKeys keys;
    private final StreakRules streaks;
    private final CalendarProperties properties;
    private final LearnerPauses pauses;

    Archive(
            Pipeline pipeline,
            Months months,
            CalendarKeys keys,
            StreakRules streaks,
            CalendarProperties properties,
            LearnerPauses pauses) {
        this.pipeline = pipeline;
        this.months = months;
        this.keys = keys;
        this.streaks = streaks;
        this.properties = properties;
        this.pauses = pauses;
    }

    /** Sums up all years of a learner up to a given one. */
    ArchiveSummary summary(long learner, Map<LearnerYear, YearBits> years, int lastYear) {
        return streaks.archive(Calendar.of(years, pauses.of(learner)), lastYear);
    }

    /**
     * Sets the bits of a learner's archived years in Redis again, for a sign-in in one of these years. The next archiving may
     * remove them at any time, so a reader of the bits must check that there is no summary.
     */
    public void reopen(long learner) {
        var summary = summaries(List.of(learner)).get(learner);
        if (summary == null) {
            return;
        }
        var names = new ArrayList<String>();
        names.add(keys.archived(learner));
        var arguments = new ArrayList<Object>(List.of(learner, summary.text(), keys.firstByte(learner)));
        months.read(List.of(learner), properties.firstDay(), summary.lastDay()).forEach((year, bits) -> {
            names.addAll(keys.bitmaps(year));
            arguments.addAll(bits.bytes());
        });
        pipeline.call(REOPEN, List.of(new Call(names, arguments)));
    }

    /** The existing summaries of learners. Read them before the years to {@link #check} them against. */
    public Map<Long, ArchiveSummary> summaries(Collection<Long> learners) {
        var order = List.copyOf(learners);
        var texts = pipeline.read(order.stream()
                .map(learner -> Read.field(keys.archived(learner), Long.toString(learner)))
                .toList());
        var summaries = new HashMap<Long, ArchiveSummary>();
        for (int i = 0; i < order.size(); i++) {
            var text = texts.get(i);
            var summary = text == null ? null : ArchiveSummary.parse(new String(text, StandardCharsets.UTF_8));
            if (summary != null) {
                summaries.put(order.get(i), summary);
            }
        }
        return summaries;
    }

    /**
     * Checks summaries against the years in MySQL that they cover, and removes these years from the given ones. The
     * remaining years should be in the bitmaps. A summary that has changed since it was read is left to the next check.
     *
     * @param summaries the result of {@link #summaries} from before the years were read
     * @param recorded the years of these learners in MySQL
     * @param lastYear years without bits in Redis are archived up to this one
     * @param repair whether to write summaries that are wrong or missing
     * @return number of days covered by wrong and missing summaries
     */
    public long check(
            Map<Long, ArchiveSummary> summaries, Map<LearnerYear, YearBits> recorded, int lastYear, boolean repair) {
        long wrong = 0;
        var expected = expected(summaries, recorded, lastYear);
        var results = pipeline.call(
                        KEEP,
                        expected.entrySet().stream()
                                .map(each -> keep(each.getKey(), each.getValue(), summaries.get(each.getKey()), repair))
                                .toList())
                .iterator();
        for (var each : expected.entrySet()) {
            long result = results.next();
            if (result != BITS_ARE_THERE) {
                recorded.keySet()
                        .removeIf(year -> year.learner() == each.getKey()
                                && year.year() <= each.getValue().year());
                wrong += result == IS_RIGHT || result == HAS_CHANGED
                        ? 0
                        : each.getValue().days();
            }
        }
        return wrong;
    }

    private Map<Long, ArchiveSummary> expected(
            Map<Long, ArchiveSummary> summaries, Map<LearnerYear, YearBits> recorded, int lastYear) {
        var old = new TreeMap<Long, Map<LearnerYear, YearBits>>();
        recorded.forEach((year, bits) -> {
            if (year.year() <= lastYear(summaries.get(year.learner()), lastYear)) {
                old.computeIfAbsent(year.learner(), learner -> new HashMap<>()).put(year, bits);
            }
        });
        var expected = new TreeMap<Long, ArchiveSummary>();
        old.forEach((learner, years) ->
                expected.put(learner, summary(learner, years, lastYear(summaries.get(learner), lastYear))));
        return expected;
    }

    private static int lastYear(@Nullable ArchiveSummary summary, int otherwise) {
        return summary == null ? otherwise : summary.year();
    }

    private Call keep(long learner, ArchiveSummary expected, @Nullable ArchiveSummary read, boolean write) {
        var names = new ArrayList<String>();
        names.add(keys.archived(learner));
        IntStream.rangeClosed(properties.firstYear(), expected.year())
                .forEach(year -> names.addAll(keys.bitmaps(new LearnerYear(learner, year))));
        return new Call(
                names,
                List.of(
                        learner,
                        expected.text(),
                        keys.firstByte(learner),
                        write ? 1 : 0,
                        read == null ? "" : read.text()));
    }
}
