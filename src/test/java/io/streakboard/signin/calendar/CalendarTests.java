package io.streakboard.signin.calendar;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.identity.privacy.Pauses;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.HashMap;
import org.junit.jupiter.api.Test;

class CalendarTests {

    @Test
    void theDaysOfYearsComeInOrder() {
        var calendar = calendar("2026-01-01", "2025-12-31", "2024-02-29");

        assertThat(calendar.days()).containsExactly(day("2024-02-29"), day("2025-12-31"), day("2026-01-01"));
    }

    @Test
    void tellsTheDaysOfAMonthFromItsNeighbours() {
        var calendar = calendar(
                "2026-10-30 frozen",
                "2026-10-31 made-up",
                "2026-11-01",
                "2026-11-02 frozen",
                "2026-11-30 made-up",
                "2026-12-01");

        var november = calendar.month(YearMonth.of(2026, 11));

        assertThat(november.days()).containsExactly(day("2026-11-01"), day("2026-11-30"));
        assertThat(november.madeUp()).containsExactly(day("2026-11-30"));
        assertThat(november.frozen()).containsExactly(day("2026-11-02"));
    }

    @Test
    void aFrozenDayThatWasSignedAfterAllIsFrozenNoMore() {
        var calendar = calendar("2026-11-01", "2026-11-01 frozen", "2026-11-02 frozen");

        assertThat(calendar.frozen()).containsExactly(day("2026-11-02"));
        assertThat(calendar.isFrozen(day("2026-11-01"))).isFalse();
    }

    @Test
    void archivedYearsAreKnownByTheirSummaryOnly() {
        var years = calendar("2023-12-31", "2024-01-01").years();

        var calendar = new Calendar(years, new ArchiveSummary(2023, 1, 1, 1), false, Pauses.NONE);

        assertThat(calendar.days()).containsExactly(day("2024-01-01"));
    }

    /** @param days such as {@code 2026-11-21}, {@code 2026-11-20 made-up}, {@code 2026-11-19 frozen} */
    static Calendar calendar(String... days) {
        var years = new HashMap<LearnerYear, YearBits>();
        for (var each : days) {
            var day = day(each.substring(0, 10));
            var year = YearBits.in(years, 42, day);
            if (each.endsWith("frozen")) {
                year.freeze(day);
            } else {
                year.sign(day);
            }
            if (each.endsWith("made-up")) {
                year.makeUp(day);
            }
        }
        return Calendar.of(years, Pauses.NONE);
    }

    private static LocalDate day(String day) {
        return LocalDate.parse(day);
    }
}
