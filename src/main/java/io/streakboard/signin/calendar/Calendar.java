package io.streakboard.signin.calendar;

import io.streakboard.identity.privacy.Pauses;
import java.time.LocalDate;
import java.time.Year;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One learner's days.
 *
 * @param years the years with bits
 * @param summary the summary of earlier years without bits
 * @param degraded whether days may be missing: Redis has lost bits, and MySQL does not answer
 * @param pauses of the learner, over all years
 */
public record Calendar(
        NavigableMap<Integer, YearBits> years, @Nullable ArchiveSummary summary, boolean degraded, Pauses pauses) {

    public Calendar {
        if (summary != null) {
            years = years.tailMap(summary.year(), false);
        }
    }

    /** The calendar of one learner, all of whose years are given. */
    static Calendar of(Map<LearnerYear, YearBits> years, Pauses pauses) {
        var calendar = new TreeMap<Integer, YearBits>();
        years.forEach((year, bits) -> calendar.put(year.year(), bits));
        return new Calendar(calendar, null, false, pauses);
    }

    /** Adds the days in MySQL, so that none is missing. */
    Calendar completedBy(Map<LearnerYear, YearBits> recorded) {
        var all = new TreeMap<>(years);
        recorded.forEach((year, bits) -> all.merge(year.year(), bits, YearBits::plus));
        return new Calendar(all, null, false, pauses);
    }

    Calendar withGaps() {
        return new Calendar(years, summary, true, pauses);
    }

    private Calendar map(UnaryOperator<YearBits> change) {
        var changed = new TreeMap<Integer, YearBits>();
        years.forEach((year, bits) -> changed.put(year, change.apply(bits)));
        return new Calendar(changed, null, degraded, pauses);
    }

    public boolean isSigned(LocalDate day) {
        return year(day).isSigned(day);
    }

    /** Whether a freeze bridged the missed day. */
    boolean isFrozen(LocalDate day) {
        return year(day).isFrozen(day);
    }

    /** Whether a pause covers the day and the learner did not sign in. */
    boolean isPaused(LocalDate day) {
        return pauses.has(day) && !isSigned(day);
    }

    private YearBits year(LocalDate day) {
        var bits = years.get(day.getYear());
        return bits == null ? YearBits.none() : bits;
    }

    /** The number of days ever signed, including archived ones. */
    public int signedDays() {
        int signed = years.values().stream()
                .mapToInt(bits -> bits.days().cardinality())
                .sum();
        return signed + (summary == null ? 0 : summary.days());
    }

    /** All signed days, including made-up ones. */
    public List<LocalDate> days() {
        return dates(YearBits::days);
    }

    /** The signed days that were made up later. */
    public List<LocalDate> madeUp() {
        return dates(YearBits::makeUps);
    }

    /** Missed days that a freeze bridged. */
    public List<LocalDate> frozen() {
        return dates(bits -> {
            var frozen = (BitSet) bits.freezes().clone();
            frozen.andNot(bits.days());
            return frozen;
        });
    }

    /**
     * Days on which the learner pauses, future ones too, and has not signed in.
     *
     * @param from the first day
     * @param to the last day
     */
    public List<LocalDate> paused(LocalDate from, LocalDate to) {
        return pauses.days()
                .filter(day -> !day.isBefore(from) && !day.isAfter(to) && !isSigned(day))
                .toList();
    }

    private List<LocalDate> dates(Function<YearBits, BitSet> kind) {
        var dates = new ArrayList<LocalDate>();
        years.forEach((year, bits) -> dates.addAll(YearBits.dates(year, kind.apply(bits))));
        return dates;
    }

    public Calendar month(YearMonth month) {
        return year(Year.of(month.getYear())).map(bits -> bits.between(month.atDay(1), month.atEndOfMonth()));
    }

    public Calendar year(Year year) {
        return new Calendar(years.subMap(year.getValue(), true, year.getValue(), true), null, degraded, pauses);
    }
}
