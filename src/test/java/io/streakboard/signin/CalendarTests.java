package io.streakboard.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CalendarTests {

    @Test
    void readsTheBitsOfAYearUpToItsLastDay() {
        var bits = new byte[BitmapLayout.BYTES_A_YEAR];
        bits[0] = (byte) 0b1000_0000;
        bits[365 / 8] = (byte) (128 >> 365 % 8 | 128 >> 364 % 8);

        assertThat(Calendar.days(Map.of(2024, bits)))
                .containsExactly(day("2024-01-01"), day("2024-12-30"), day("2024-12-31"));
        assertThat(Calendar.days(Map.of(2025, bits))).containsExactly(day("2025-01-01"), day("2025-12-31"));
    }

    @Test
    void yearsJoinWhereTheyMeet() {
        var december = new byte[BitmapLayout.BYTES_A_YEAR];
        december[364 / 8] = (byte) (128 >> 364 % 8);
        var january = new byte[] {(byte) 128};

        assertThat(Calendar.days(Map.of(2026, january, 2025, december)))
                .containsExactly(day("2025-12-31"), day("2026-01-01"));
    }

    @Test
    void tellsTheDaysOfAMonthFromItsNeighbours() {
        var calendar = new Calendar(
                days("2026-10-31", "2026-11-01", "2026-11-30", "2026-12-01"),
                days("2026-10-31", "2026-11-30"),
                days("2026-10-30", "2026-11-02"));

        var november = calendar.of(YearMonth.of(2026, 11));

        assertThat(november.days()).containsExactly(day("2026-11-01"), day("2026-11-30"));
        assertThat(november.madeUp()).containsExactly(day("2026-11-30"));
        assertThat(november.frozen()).containsExactly(day("2026-11-02"));
    }

    @Test
    void aFrozenDayThatWasSignedAfterAllIsFrozenNoMore() {
        var calendar = new Calendar(days("2026-11-01"), days(), days("2026-11-01", "2026-11-02"));

        assertThat(calendar.frozen()).containsExactly(day("2026-11-02"));
    }

    static TreeSet<LocalDate> days(String... days) {
        return new TreeSet<>(Stream.of(days).map(LocalDate::parse).toList());
    }

    private static LocalDate day(String day) {
        return LocalDate.parse(day);
    }
}
