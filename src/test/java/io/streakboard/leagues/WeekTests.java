package io.streakboard.leagues;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;

class WeekTests {

    private static final LocalDate WEDNESDAY = LocalDate.parse("2026-11-18");

    @Test
    void aWeekBeginsOnTheConfiguredDay() {
        var week = Week.with(WEDNESDAY, DayOfWeek.MONDAY, null);

        assertThat(week.first()).isEqualTo("2026-11-16");
        assertThat(week.next()).isEqualTo("2026-11-23");
        assertThat(week.contains(week.first())).isTrue();
        assertThat(week.contains(week.next())).isFalse();
        assertThat(Week.with(WEDNESDAY, DayOfWeek.WEDNESDAY, null).first()).isEqualTo(WEDNESDAY);
    }

    /** Another first day: no day is in two weeks. */
    @Test
    void aWeekBeginsNoSoonerThanTheLastOneEnds() {
        var week = Week.with(LocalDate.parse("2026-11-24"), DayOfWeek.SUNDAY, LocalDate.parse("2026-11-23"));

        assertThat(week.first()).isEqualTo("2026-11-23");
        assertThat(week.next()).isEqualTo("2026-11-29");
    }
}
