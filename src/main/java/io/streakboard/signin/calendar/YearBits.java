package io.streakboard.signin.calendar;

import java.time.LocalDate;
import java.time.Year;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The days of a learner's year, bit 0 for 1 January. This is their only form in memory. Only {@link Bitmaps} knows the
 * bytes in Redis, and only {@link Months} the numbers in MySQL; this class translates both.
 *
 * @param days signed days
 * @param makeUps the signed days that were made up later
 * @param freezes missed days that a freeze bridged
 */
public record YearBits(BitSet days, BitSet makeUps, BitSet freezes) {

    /** The bits of a leap year. */
    private static final int MAX_DAYS = 366;

    public static YearBits none() {
        return new YearBits(new BitSet(), new BitSet(), new BitSet());
    }

    /** Every bit that a year can have. */
    public static YearBits all() {
        var bits = none();
        bits.days.set(0, MAX_DAYS);
        bits.makeUps.set(0, MAX_DAYS);
        bits.freezes.set(0, MAX_DAYS);
        return bits;
    }

    /** The bits of a day's year among the years of many learners, for setting bits. */
    public static YearBits in(Map<LearnerYear, YearBits> years, long learner, LocalDate day) {
        return years.computeIfAbsent(LearnerYear.of(learner, day), year -> none());
    }

    /** Reads three bitmaps from Redis. */
    static YearBits parse(byte[] days, byte[] makeUps, byte[] freezes) {
        return new YearBits(parse(days), parse(makeUps), parse(freezes));
    }

    /** The highest bit of the first byte is 1 January; a {@link BitSet} begins with the lowest one. */
    private static BitSet parse(byte[] bytes) {
        var reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = (byte) (Integer.reverse(bytes[i]) >>> Integer.SIZE - Byte.SIZE);
        }
        return BitSet.valueOf(reversed);
    }

    /** The three bitmaps for Redis. */
    List<byte[]> bytes() {
        return List.of(bytes(days), bytes(makeUps), bytes(freezes));
    }

    private static byte[] bytes(BitSet bits) {
        var bytes = new byte[(bits.length() + 7) / 8];
        bits.stream().forEach(i -> bytes[i / 8] |= (byte) (128 >> i % 8));
        return bytes;
    }

    /** Adds a month from MySQL: the lowest bit is the first day of the month. */
    void addMonth(LocalDate first, long monthDays, long monthMakeUps, long monthFreezes) {
        int offset = bit(first);
        add(days, offset, monthDays);
        add(makeUps, offset, monthMakeUps);
        add(freezes, offset, monthFreezes);
    }

    private static void add(BitSet year, int offset, long month) {
        for (long bits = month; bits != 0; bits &= bits - 1) {
            year.set(offset + Long.numberOfTrailingZeros(bits));
        }
    }

    /** A month of one of the three bitmaps, for MySQL. */
    static long month(BitSet year, LocalDate first) {
        int offset = bit(first);
        int end = offset + first.lengthOfMonth();
        long month = 0;
        for (int day = year.nextSetBit(offset); day >= 0 && day < end; day = year.nextSetBit(day + 1)) {
            month |= 1L << day - offset;
        }
        return month;
    }

    public void sign(LocalDate day) {
        days.set(bit(day));
    }

    public void makeUp(LocalDate day) {
        makeUps.set(bit(day));
    }

    public void freeze(LocalDate day) {
        freezes.set(bit(day));
    }

    boolean isSigned(LocalDate day) {
        return days.get(bit(day));
    }

    public boolean isMadeUp(LocalDate day) {
        return makeUps.get(bit(day));
    }

    /** Whether a freeze bridged a missed day. A day that was signed later no longer counts as frozen. */
    boolean isFrozen(LocalDate day) {
        return freezes.get(bit(day)) && !days.get(bit(day));
    }

    private static int bit(LocalDate day) {
        return day.getDayOfYear() - 1;
    }

    /** The days of some bits, in order. */
    public static List<LocalDate> dates(int year, BitSet bits) {
        return bits.get(0, Year.of(year).length()).stream()
                .mapToObj(bit -> LocalDate.ofYearDay(year, bit + 1))
                .toList();
    }

    public YearBits plus(YearBits others) {
        return each(others, BitSet::or);
    }

    public YearBits minus(YearBits others) {
        return each(others, BitSet::andNot);
    }

    /** The bits between two days of the year, both included. */
    public YearBits between(LocalDate first, LocalDate last) {
        return each(bits -> {
            var some = new BitSet();
            some.set(bit(first), bit(last) + 1);
            some.and(bits);
            return some;
        });
    }

    /** Make-ups and freezes alone. */
    public YearBits withoutDays() {
        return new YearBits(new BitSet(), makeUps, freezes);
    }

    private YearBits each(Function<BitSet, BitSet> change) {
        return new YearBits(change.apply(days), change.apply(makeUps), change.apply(freezes));
    }

    private YearBits each(YearBits others, BiConsumer<BitSet, BitSet> change) {
        var result = each(bits -> (BitSet) bits.clone());
        change.accept(result.days, others.days);
        change.accept(result.makeUps, others.makeUps);
        change.accept(result.freezes, others.freezes);
        return result;
    }

    public boolean isEmpty() {
        return days.isEmpty() && makeUps.isEmpty() && freezes.isEmpty();
    }

    public int size() {
        return days.cardinality() + makeUps.cardinality() + freezes.cardinality();
    }
}
