package io.streakboard.signin.calendar;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

class YearBitsTests {

    private static final byte[] NONE = {};

    @Test
    void readsTheBytesOfAYearUpToItsLastDay() {
        var bytes = new byte[BitmapLayout.BYTES_A_YEAR];
        bytes[0] = (byte) 0b1000_0000;
        bytes[365 / 8] = (byte) (128 >> 365 % 8 | 128 >> 364 % 8);
        var days = YearBits.parse(bytes, NONE, NONE).days();

        assertThat(YearBits.dates(2024, days)).containsExactly(day("2024-01-01"), day("2024-12-30"), day("2024-12-31"));
        assertThat(YearBits.dates(2025, days)).containsExactly(day("2025-01-01"), day("2025-12-31"));
    }

    @Test
    void writesTheBytesThatItReads() {
        var bits = YearBits.none();
        bits.sign(day("2026-01-01"));
        bits.makeUp(day("2026-11-21"));
        bits.freeze(day("2026-12-31"));
        var bytes = bits.bytes();

        assertThat(YearBits.parse(bytes.get(0), bytes.get(1), bytes.get(2))).isEqualTo(bits);
        assertThat(bytes.getFirst()).containsExactly(128);
    }

    @Test
    void aMonthBeginsWithTheLowestBit() {
        var bits = YearBits.none();
        bits.sign(day("2024-02-01"));
        bits.sign(day("2024-02-29"));
        bits.sign(day("2024-03-01"));
        bits.makeUp(day("2024-02-29"));
        var first = day("2024-02-01");

        assertThat(YearBits.month(bits.days(), first)).isEqualTo(1 | 1 << 28);
        assertThat(YearBits.month(bits.makeUps(), first)).isEqualTo(1 << 28);
        assertThat(YearBits.month(new BitSet(), first)).isZero();
    }

    @Test
    void addsTheMonthsThatItWrites() {
        var bits = YearBits.none();
        bits.sign(day("2024-12-31"));
        bits.freeze(day("2024-12-01"));
        var first = day("2024-12-01");
        var read = YearBits.none();

        read.addMonth(
                first,
                YearBits.month(bits.days(), first),
                YearBits.month(bits.makeUps(), first),
                YearBits.month(bits.freezes(), first));

        assertThat(read).isEqualTo(bits);
    }

    @Test
    void hasTheDaysBetweenTwo() {
        var bits = YearBits.all();

        var some = bits.between(day("2026-03-01"), day("2026-03-31"));

        assertThat(some.size()).isEqualTo(3 * 31);
        assertThat(bits.minus(some).plus(some)).isEqualTo(bits);
    }

    private static LocalDate day(String day) {
        return LocalDate.parse(day);
    }
}
