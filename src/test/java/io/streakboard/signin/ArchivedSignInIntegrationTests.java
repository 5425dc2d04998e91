package io.streakboard.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.streakboard.identity.TestLearnerKeys;
import io.streakboard.signin.calendar.ArchivedYears;
import io.streakboard.signin.calendar.BitmapLayout;
import io.streakboard.signin.calendar.CalendarParts;
import io.streakboard.signin.calendar.FixedSignInRules;
import io.streakboard.signin.calendar.YearBits;
import io.streakboard.signin.journal.JournalKeys;
import io.streakboard.signin.script.Scripts;
import io.streakboard.signin.script.SignInCommand;
import io.streakboard.signin.script.SignInResult;
import io.streakboard.signin.script.SignInScript;
import java.time.LocalDate;
import java.time.Year;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The application's own drains carry the journal on. */
class ArchivedSignInIntegrationTests extends ArchivedYears {

    @ParameterizedTest
    @EnumSource
    void aStreakReachesBackIntoArchivedYears(BitmapLayout layout) {
        var calendar = calendar(layout);
        streaks(calendar, "2022-12-01", 31 + 365);
        awaitMySql(31 + 365);

        calendar.oldYears.archive(time.today(), () -> {});

        assertThat(hasBits(calendar, 2022)).isFalse();
        assertThat(calendar.calendars.whole(learner).days()).hasSize(31 + 365);
        assertThat(longestToldOn(calendar, time.today().toString())).isEqualTo(31 + 365);
        assertThat(streaks(calendar, "2024-01-01", 2)).containsExactly(397, 398);
        assertThat(longest(calendar)).isEqualTo(398);
        assertThat(longestToldOn(calendar, "2024-01-02")).isEqualTo(398);
    }

    @ParameterizedTest
    @EnumSource
    void aLateSignInForAnArchivedYearBringsItBackUntilTheNextTime(BitmapLayout layout) {
        var calendar = calendar(layout);
        streaks(calendar, "2021-03-01", 10);
        streaks(calendar, "2021-03-12", 10);
        awaitMySql(20);
        calendar.oldYears.archive(time.today(), () -> {});
        var today = time.today().toString();
        assertThat(longestToldOn(calendar, today)).isEqualTo(10);
        assertThat(longestToldOn(calendar, today)).isEqualTo(10);

        assertThat(streaks(calendar, "2021-03-11", 1)).containsExactly(11);
        assertThat(streaks(calendar, "2021-03-11", 1)).containsExactly(11);

        assertThat(hasBits(calendar, 2021)).isTrue();
        assertThat(longest(calendar)).isEqualTo(21);
        assertThat(longestToldOn(calendar, "2021-03-11")).isEqualTo(21);
        awaitMySql(22);
        calendar.oldYears.archive(time.today(), () -> {});
        assertThat(hasBits(calendar, 2021)).isFalse();
        assertThat(longestToldOn(calendar, today)).isEqualTo(21);
        assertThat(longest(calendar)).isEqualTo(21);
        var first = LocalDate.of(2021, 1, 1);
        assertThat(calendar.calendars.since(learner, first).year(Year.of(2021)).days())
                .hasSize(21);
    }

    private int longestToldOn(CalendarParts calendar, String day) {
        var date = LocalDate.parse(day);
        return script(calendar)
                .signIn(new SignInCommand(learner, date, time.startOf(date)))
                .longestStreak();
    }

    private SignInScript script(CalendarParts calendar) {
        var rules = FixedSignInRules.of();
        return Scripts.with(
                rules, calendar, redis, new JournalKeys(partitions, TestLearnerKeys.numbers()), partitions, time);
    }

    private List<Integer> streaks(CalendarParts calendar, String first, int days) {
        var from = LocalDate.parse(first);
        return script(calendar)
                .signIn(from.datesUntil(from.plusDays(days))
                        .map(day -> new SignInCommand(learner, day, time.startOf(day)))
                        .toList())
                .stream()
                .map(SignInResult::streak)
                .toList();
    }

    private void awaitMySql(int days) {
        await().until(() -> months.read(List.of(learner), LocalDate.of(2000, 1, 1), time.today()).values().stream()
                        .mapToInt(YearBits::size)
                        .sum()
                == days);
    }
}
