package io.streakboard.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.YearMonth;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutlookTests {

    private static final LocalDate TODAY = LocalDate.of(2026, 11, 18);

    /** Days from 19 October on can be made up. */
    @ParameterizedTest
    @CsvSource({"2026-11, 1, 2", "2026-11, 4, 0", "2026-10, 0, 3", "2026-09, 0, 0", "2026-12, 0, 0", "2030-01, 0, 0"})
    void aMonthOutsideTheWindowHasNoMakeUpsLeft(YearMonth month, int used, int left) {
        var rules = new SignInProperties.MakeUps(30, 3);

        assertThat(Outlook.makeUpsLeft(rules, month, used, TODAY)).isEqualTo(left);
    }

    @ParameterizedTest
    @CsvSource({"2026-11-01, 0", "2026-11-02, 1"})
    void theMonthOfTheFirstHasNoneOnItsFirstDay(LocalDate today, int left) {
        var rules = new SignInProperties.MakeUps(30, 1);

        assertThat(Outlook.makeUpsLeft(rules, YearMonth.of(2026, 11), 0, today)).isEqualTo(left);
    }
}
