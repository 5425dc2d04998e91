package io.streakboard.signin.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.spy;

import java.time.LocalDate;
import java.time.Year;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.dao.DataAccessResourceFailureException;

class OldYearsIntegrationTests extends ArchivedYears {

    @ParameterizedTest
    @EnumSource
    void calendarsAndStreaksStayTheSame(BitmapLayout layout) {
        var calendar = calendar(layout);
        var days = days("2021-03-01", 40);
        days.putAll(days("2023-12-20", 17));
        calendar.bitmaps.merge(days);
        months.add(days);
        var year = year(calendar, 2021);

        calendar.oldYears.archive(time.today(), () -> {});

        assertThat(hasBits(calendar, 2021)).isFalse();
        assertThat(hasBits(calendar, 2023)).isFalse();
        assertThat(hasBits(calendar, 2024)).isTrue();
        assertThat(longest(calendar)).isEqualTo(40);
        assertThat(year(calendar, 2021)).isEqualTo(year);
        assertThat(year(calendar, 2023).days()).hasSize(12);
        assertThat(year(calendar, 2024).days()).hasSize(5);
    }

    @ParameterizedTest
    @EnumSource
    void whatMySqlDoesNotHaveStays(BitmapLayout layout) {
        var calendar = calendar(layout);
        months.add(days("2022-05-01", 3));
        calendar.bitmaps.merge(days("2022-05-01", 3));
        calendar.bitmaps.merge(days("2022-06-01", 1));

        calendar.oldYears.archive(time.today(), () -> {});

        assertThat(year(calendar, 2022).days()).hasSize(4);
        assertThat(hasBits(calendar, 2022)).isTrue();
    }

    /** As after {@code years-in-redis} was raised and a neighbour in the bitmaps has got old years again. */
    @ParameterizedTest
    @EnumSource
    void aSummaryOfMoreYearsStays(BitmapLayout layout) {
        var calendar = new CalendarParts(redis, months, partitions, time, "layout=" + layout, "years-in-redis=6");
        var neighbour = new HashMap<LearnerYear, YearBits>();
        days("2020-03-01", 2).forEach((year, bits) -> neighbour.put(new LearnerYear(learner + 1, year.year()), bits));
        months.add(neighbour);
        months.add(days("2020-03-01", 2));
        calendar.bitmaps.merge(neighbour);
        var summaries = redis.<String, String>opsForHash();
        summaries.put(calendar.keys.archived(learner), Long.toString(learner), "2023 5 40 60");

        calendar.oldYears.archive(time.today(), () -> {});

        assertThat(summaries.get(calendar.keys.archived(learner), Long.toString(learner)))
                .isEqualTo("2023 5 40 60");
        assertThat(summaries.get(calendar.keys.archived(learner + 1), Long.toString(learner + 1)))
                .isEqualTo("2020 0 2 2");
    }

    /** The script derives the key names of other years from the last year's. */
    @ParameterizedTest
    @EnumSource
    void aLearnerMayHaveTheNumberOfAYear(BitmapLayout layout) {
        var calendar = calendar(layout);
        var bits = new HashMap<LearnerYear, YearBits>();
        for (int year : List.of(2001, 2024, 2025, 2026)) {
            var day = LocalDate.ofYearDay(year, year - 2000);
            YearBits.in(bits, 2026, day).sign(day);
        }
        YearBits.in(bits, 2026, LocalDate.parse("2024-02-02")).makeUp(LocalDate.parse("2024-02-02"));
        YearBits.in(bits, 2026, LocalDate.parse("2025-02-02")).freeze(LocalDate.parse("2025-02-02"));
        calendar.bitmaps.merge(bits);
        try {
            var years = calendar.bitmaps.read(2026, 2000, 2026).years();

            assertThat(years).hasSize(4);
            bits.forEach((year, expected) -> assertThat(years.get(year.year())).isEqualTo(expected));
        } finally {
            calendar.bitmaps.erase(2026, 2000, 2026);
        }
    }

    /** A calendar may be degraded; an export, and the check whether a learner is known, may not. */
    @ParameterizedTest
    @EnumSource
    void allDaysAreToldOnceMySqlAnswersAgain(BitmapLayout layout) {
        var calendar = calendar(layout);
        calendar.bitmaps.merge(days("2021-03-01", 4));
        months.add(days("2021-03-01", 4));
        calendar.oldYears.archive(time.today(), () -> {});
        var failing = spy(months);
        doThrow(new DataAccessResourceFailureException("away"))
                .doCallRealMethod()
                .when(failing)
                .read(any(), any(), any());
        var calendars = new CalendarParts(redis, failing, partitions, time, "layout=" + layout).calendars;
        assertThat(calendars.since(learner, LocalDate.of(2021, 1, 1)).degraded())
                .isTrue();

        assertThat(calendars.whole(learner).days()).hasSize(4);
    }

    private Map<LearnerYear, YearBits> days(String first, int count) {
        var years = new HashMap<LearnerYear, YearBits>();
        var from = LocalDate.parse(first);
        from.datesUntil(from.plusDays(count))
                .forEach(day -> YearBits.in(years, learner, day).sign(day));
        return years;
    }

    private Calendar year(CalendarParts calendar, int year) {
        return calendar.calendars.since(learner, LocalDate.of(year, 1, 1)).year(Year.of(year));
    }
}
