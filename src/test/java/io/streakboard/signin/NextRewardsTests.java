package io.streakboard.signin;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.identity.privacy.Pauses;
import io.streakboard.signin.calendar.Calendar;
import io.streakboard.signin.calendar.CalendarParts;
import io.streakboard.signin.calendar.SignInRules;
import io.streakboard.signin.calendar.YearBits;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NextRewardsTests {

    private static final LocalDate TODAY = LocalDate.of(2026, 11, 18);

    /** Days from 19 October on can be made up. */
    @ParameterizedTest
    @CsvSource({"2026-11, 1, 2", "2026-11, 4, 0", "2026-10, 0, 3", "2026-09, 0, 0", "2026-12, 0, 0", "2030-01, 0, 0"})
    void aMonthOutsideTheWindowHasNoMakeUpsLeft(YearMonth month, int used, int left) {
        var rules = new SignInRules.MakeUps(30, 3);

        assertThat(NextRewards.makeUpsLeft(rules, month, used, TODAY)).isEqualTo(left);
    }

    @ParameterizedTest
    @CsvSource({"2026-11-01, 0", "2026-11-02, 1"})
    void theMonthOfTheFirstHasNoneOnItsFirstDay(LocalDate today, int left) {
        var rules = new SignInRules.MakeUps(30, 1);

        assertThat(NextRewards.makeUpsLeft(rules, YearMonth.of(2026, 11), 0, today))
                .isEqualTo(left);
    }

    @Test
    void theNextMilestoneIsPaidWithTheDayThatReachesIt() {
        var open = outlook(Rules.of("milestones.3=7", "milestones.5=9"), "2026-11-16", "2026-11-17");
        assertThat(open.nextPay()).as("the third day and its milestone").isEqualTo(30 + 7);
        assertThat(open.nextMilestone()).isEqualTo(new NextRewards.Milestone(3, 7, 1));

        var signed = outlook(Rules.of("milestones.3=7", "milestones.5=9"), "2026-11-16", "2026-11-17", "2026-11-18");
        assertThat(signed.nextPay()).as("tomorrow").isEqualTo(50);
        assertThat(signed.nextMilestone()).isEqualTo(new NextRewards.Milestone(5, 9, 2));
    }

    @Test
    void aMilestoneThatWasReachedOnceIsNotPaidAgain() {
        var again = outlook(
                Rules.of("milestones.3=7"), "2026-10-01", "2026-10-02", "2026-10-03", "2026-11-16", "2026-11-17");

        assertThat(again.nextPay()).isEqualTo(30);
        assertThat(again.nextMilestone()).isNull();
    }

    @Test
    void aStreakIsAtRiskWhileTodayIsOpenUnlessAFreezeHoldsIt() {
        assertThat(outlook(Rules.of(), "2026-11-17").atRisk()).isTrue();
        assertThat(outlook(Rules.of(), "2026-11-17", "2026-11-18").atRisk()).isFalse();
        assertThat(outlook(Rules.of(), "2026-11-10").atRisk()).as("it is over").isFalse();

        var frozen = outlook(Rules.of("freezes.quota=2"), "2026-11-17");
        assertThat(frozen.atRisk()).isFalse();
        assertThat(frozen.freezesLeft()).isEqualTo(2);

        var lastOfMonth = CalendarParts.streaks(Rules.of("monthly-reset=true").signIn());
        assertThat(lastOfMonth.isAtRisk(calendar("2026-11-29"), LocalDate.of(2026, 11, 30)))
                .as("it ends with the month anyway")
                .isFalse();
        assertThat(lastOfMonth.isAtRisk(calendar("2026-11-28"), LocalDate.of(2026, 11, 29)))
                .isTrue();
    }

    @Test
    void aLadderThatBeginsAnewGoesOnAfterABreak() {
        var rules = Rules.of("ladder=50,1", "ladder-cycle=true");

        assertThat(outlook(rules, "2026-11-01").nextPay()).isEqualTo(1);
        assertThat(outlook(rules, "2026-11-01", "2026-11-03").nextPay()).isEqualTo(50);
    }

    private static NextRewards outlook(Rules rules, String... days) {
        return NextRewards.of(calendar(days), CalendarParts.streaks(rules.signIn()), rules.signIn(), TODAY);
    }

    private static Calendar calendar(String... days) {
        var bits = YearBits.none();
        for (var day : days) {
            bits.sign(LocalDate.parse(day));
        }
        return new Calendar(new TreeMap<>(Map.of(2026, bits)), null, false, Pauses.NONE);
    }
}
