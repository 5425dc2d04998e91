package io.streakboard.signin;

import java.time.LocalDate;
import java.util.BitSet;
import java.util.List;

/**
 * A learner's year, bit 0 for 1 January.
 *
 * @param days signed
 * @param makeUps of these, made up for later
 * @param freezes missed, but bridged by a freeze
 */
record YearBits(BitSet days, BitSet makeUps, BitSet freezes) {

    static YearBits none() {
        return new YearBits(new BitSet(), new BitSet(), new BitSet());
    }

    /** Adds a month as MySQL has it: the lowest bit is the first of the month. */
    void add(LocalDate first, int monthDays, int monthMakeUps, int monthFreezes) {
        int offset = first.getDayOfYear() - 1;
        add(days, offset, monthDays);
        add(makeUps, offset, monthMakeUps);
        add(freezes, offset, monthFreezes);
    }

    private static void add(BitSet year, int offset, int month) {
        for (int bits = month; bits != 0; bits &= bits - 1) {
            year.set(offset + Integer.numberOfTrailingZeros(bits));
        }
    }

    YearBits minus(YearBits others) {
        return new YearBits(minus(days, others.days), minus(makeUps, others.makeUps), minus(freezes, others.freezes));
    }

    private static BitSet minus(BitSet some, BitSet others) {
        var left = (BitSet) some.clone();
        left.andNot(others);
        return left;
    }

    /** Without what lies before a day. */
    YearBits since(int dayOfYear) {
        var left = minus(none());
        left.days.clear(0, dayOfYear - 1);
        left.makeUps.clear(0, dayOfYear - 1);
        left.freezes.clear(0, dayOfYear - 1);
        return left;
    }

    boolean isEmpty() {
        return days.isEmpty() && makeUps.isEmpty() && freezes.isEmpty();
    }

    int size() {
        return days.cardinality() + makeUps.cardinality() + freezes.cardinality();
    }

    /** A bitmap as Redis has it: the highest bit of the first byte is 1 January. */
    static BitSet parse(byte[] bytes) {
        var bits = new BitSet();
        for (int i = 0; i < bytes.length * 8; i++) {
            if ((bytes[i / 8] & 128 >> i % 8) != 0) {
                bits.set(i);
            }
        }
        return bits;
    }

    /** The three bitmaps as Redis has them. */
    List<byte[]> bytes() {
        return List.of(bytes(days), bytes(makeUps), bytes(freezes));
    }

    private static byte[] bytes(BitSet bits) {
        var bytes = new byte[(bits.length() + 7) / 8];
        bits.stream().forEach(i -> bytes[i / 8] |= (byte) (128 >> i % 8));
        return bytes;
    }
}
