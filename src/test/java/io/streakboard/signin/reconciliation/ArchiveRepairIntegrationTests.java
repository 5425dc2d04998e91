package io.streakboard.signin.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;

import io.streakboard.signin.calendar.Archive;
import io.streakboard.signin.calendar.ArchivedYears;
import io.streakboard.signin.calendar.BitmapLayout;
import io.streakboard.signin.calendar.CalendarParts;
import io.streakboard.signin.calendar.LearnerYear;
import io.streakboard.signin.calendar.YearBits;
import io.streakboard.signin.reconciliation.Comparison.Scope;
import java.time.LocalDate;
import java.util.HashMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Autowired;

class ArchiveRepairIntegrationTests extends ArchivedYears {

    private final Scope scope = new Scope(learner, all -> true, LocalDate.of(2000, 1, 1), true, 1);

    @Autowired
    private MissingDays lost;

    @ParameterizedTest
    @EnumSource
    void aRebuildRestoresTheSummaryOfArchivedYearsAndNotTheirBits(BitmapLayout layout) {
        var calendar = calendar(layout);
        signed(calendar, "2022-05-01", 30);
        signed(calendar, "2024-05-01", 3);
        calendar.oldYears.archive(time.today(), () -> {});
        redis.opsForHash().delete(calendar.keys.archived(learner), Long.toString(learner));
        assertThat(longest(calendar)).isEqualTo(3);
        var comparison = comparison(calendar, calendar.archive);

        var drift = comparison.ofRedis(scope, found -> {});

        assertThat(drift).isEqualTo(new Drift(1, 33, 30, 0, 0, 30));
        assertThat(hasBits(calendar, 2022)).isFalse();
        assertThat(longest(calendar)).isEqualTo(30);
        assertThat(comparison.ofRedis(scope, found -> {})).isEqualTo(new Drift(1, 33, 0, 0, 0, 0));
    }

    /** Years were brought back and archived once more, with another year, after their summary was read. */
    @ParameterizedTest
    @EnumSource
    void aRebuildWritesNothingOverASummaryThatHasChangedMeanwhile(BitmapLayout layout) {
        var calendar = calendar(layout);
        signed(calendar, "2022-05-01", 30);
        calendar.oldYears.archive(time.today(), () -> {});
        var key = calendar.keys.archived(learner);
        var newer = "2023 17 48 48";
        var archive = mock(Archive.class, delegatesTo(calendar.archive));
        doAnswer(call -> {
                    var read = calendar.archive.summaries(call.getArgument(0));
                    redis.opsForHash().put(key, Long.toString(learner), newer);
                    return read;
                })
                .when(archive)
                .summaries(any());

        var drift = comparison(calendar, archive).ofRedis(scope, found -> {});

        assertThat(redis.opsForHash().get(key, Long.toString(learner))).isEqualTo(newer);
        assertThat(drift).isEqualTo(new Drift(1, 30, 0, 0, 0, 0));
        assertThat(hasBits(calendar, 2022)).isFalse();
    }

    private Comparison comparison(CalendarParts calendar, Archive archive) {
        return new Comparison(months, calendar.bitmaps, archive, lost, calendar.properties, time);
    }

    /** In Redis and in MySQL. */
    private void signed(CalendarParts calendar, String first, int days) {
        var years = new HashMap<LearnerYear, YearBits>();
        var from = LocalDate.parse(first);
        from.datesUntil(from.plusDays(days))
                .forEach(day -> YearBits.in(years, learner, day).sign(day));
        calendar.bitmaps.merge(years);
        months.add(years);
    }
}
