package io.streakboard.signin;

import java.time.LocalDate;
import java.time.Year;
import java.time.YearMonth;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What one learner did.
 *
 * @param days signed in, some of them later
 * @param madeUp those of them that were made up
 * @param frozen missed days that a freeze bridged
 * @param archived what was before, if only this is known of it
 * @param degraded whether days may be missing: Redis has lost bits, and MySQL is away
 */
record Calendar(
        NavigableSet<LocalDate> days,
        NavigableSet<LocalDate> madeUp,
        NavigableSet<LocalDate> frozen,
        @Nullable Archived archived,
        boolean degraded) {

    Calendar {
        frozen.removeAll(days); // signed after all
        if (archived != null) {
            var since = archived.lastDay();
            days = days.tailSet(since, false);
            madeUp = madeUp.tailSet(since, false);
            frozen = frozen.tailSet(since, false);
        }
    }

    Calendar(NavigableSet<LocalDate> days, NavigableSet<LocalDate> madeUp, NavigableSet<LocalDate> frozen) {
        this(days, madeUp, frozen, null, false);
    }

    /** What MySQL knows of one learner. */
    static Calendar of(Map<LearnerYear, YearBits> years) {
        var calendar = new Calendar(new TreeSet<>(), new TreeSet<>(), new TreeSet<>());
        years.forEach((year, bits) -> {
            calendar.days.addAll(year.days(bits.days()));
            calendar.madeUp.addAll(year.days(bits.makeUps()));
            calendar.frozen.addAll(year.days(bits.freezes()));
        });
        calendar.frozen.removeAll(calendar.days);
        return calendar;
    }

    /** @param years the bits of each year, the first bit for 1 January, as Redis keeps them */
    static NavigableSet<LocalDate> days(Map<Integer, byte[]> years) {
        var days = new TreeSet<LocalDate>();
        new TreeMap<>(years)
                .forEach((year, bits) -> IntStream.range(
                                0, Math.min(bits.length * 8, Year.of(year).length()))
                        .filter(bit -> (bits[bit / 8] & 128 >> bit % 8) != 0)
                        .mapToObj(bit -> LocalDate.ofYearDay(year, bit + 1))
                        .forEach(days::add));
        return days;
    }

    /** The days of both. */
    Calendar and(Calendar other) {
        return new Calendar(
                union(days, other.days), union(madeUp, other.madeUp), union(frozen, other.frozen), null, false);
    }

    private static NavigableSet<LocalDate> union(NavigableSet<LocalDate> some, NavigableSet<LocalDate> others) {
        var all = new TreeSet<>(some);
        all.addAll(others);
        return all;
    }

    Calendar withGaps() {
        return new Calendar(days, madeUp, frozen, archived, true);
    }

    boolean signed(LocalDate day) {
        return days.contains(day);
    }

    Calendar of(YearMonth month) {
        return between(month.atDay(1), month.atEndOfMonth());
    }

    Calendar of(Year year) {
        return between(year.atDay(1), year.atDay(year.length()));
    }

    private Calendar between(LocalDate first, LocalDate last) {
        return new Calendar(
                days.subSet(first, true, last, true),
                madeUp.subSet(first, true, last, true),
                new TreeSet<>(frozen.subSet(first, true, last, true)),
                null,
                degraded);
    }
}
