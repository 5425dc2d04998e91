package io.streakboard.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.Year;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class CalendarTests {

    @Test
    void aStreakCrossesTheEndsOfMonthsAndYears() {
        assertThat(signed("2026-10-30", "2026-10-31", "2026-11-01").streak(day("2026-11-01")))
                .isEqualTo(3);
        assertThat(signed("2025-12-31", "2026-01-01").streak(day("2026-01-01"))).isEqualTo(2);
    }

    @Test
    void aStreakCrossesTheLeapDayOnlyIfItWasSigned() {
        assertThat(signed("2024-02-28", "2024-02-29", "2024-03-01").streak(day("2024-03-01")))
                .isEqualTo(3);
        assertThat(signed("2024-02-28", "2024-03-01").streak(day("2024-03-01"))).isEqualTo(1);
        assertThat(signed("2026-02-28", "2026-03-01").streak(day("2026-03-01"))).isEqualTo(2);
    }

    @Test
    void whileTodayIsOpenTheStreakUpToYesterdayHolds() {
        var calendar = signed("2026-11-19", "2026-11-20");

        assertThat(calendar.streak(day("2026-11-20"))).isEqualTo(2);
        assertThat(calendar.streak(day("2026-11-21"))).isEqualTo(2);
        assertThat(calendar.streak(day("2026-11-22"))).isZero();
    }

    @Test
    void theLongestStreakMayLieInThePast() {
        var calendar = signed("2025-12-30", "2025-12-31", "2026-01-01", "2026-01-03", "2026-01-04");

        assertThat(calendar.longestStreak()).isEqualTo(3);
        assertThat(Calendar.longestStreak(calendar.daysIn(Year.of(2026)))).isEqualTo(2);
        assertThat(signed().longestStreak()).isZero();
    }

    @Test
    void readsTheBitsOfAYearUpToItsLastDay() {
        var bits = new byte[BitmapLayout.BYTES_A_YEAR];
        bits[0] = (byte) 0b1000_0000;
        bits[365 / 8] = (byte) (128 >> 365 % 8 | 128 >> 364 % 8);

        assertThat(Calendar.of(Map.of(2024, bits)).days())
                .containsExactly(day("2024-01-01"), day("2024-12-30"), day("2024-12-31"));
        assertThat(Calendar.of(Map.of(2025, bits)).days()).containsExactly(day("2025-01-01"), day("2025-12-31"));
    }

    @Test
    void yearsJoinWhereTheyMeet() {
        var december = new byte[BitmapLayout.BYTES_A_YEAR];
        december[364 / 8] = (byte) (128 >> 364 % 8);
        var january = new byte[] {(byte) 128};

        assertThat(Calendar.of(Map.of(2026, january, 2025, december)).streak(day("2026-01-01")))
                .isEqualTo(2);
    }

    @Test
    void tellsTheDaysOfAMonthFromItsNeighbours() {
        assertThat(signed("2026-10-31", "2026-11-01", "2026-11-30", "2026-12-01")
                        .daysIn(YearMonth.of(2026, 11)))
                .containsExactly(day("2026-11-01"), day("2026-11-30"));
    }

    private static Calendar signed(String... days) {
        return new Calendar(
                new TreeSet<>(List.of(days).stream().map(LocalDate::parse).toList()));
    }

    private static LocalDate day(String day) {
        return LocalDate.parse(day);
    }
}
