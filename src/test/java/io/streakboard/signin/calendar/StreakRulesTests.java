package io.streakboard.signin.calendar;

import static org.assertj.core.api.Assertions.assertThat;

import io.streakboard.identity.privacy.Pauses;
import io.streakboard.identity.privacy.Pauses.Pause;
import io.streakboard.time.BusinessTime;
import java.time.Clock;
import java.time.LocalDate;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreakRulesTests {

    private final StreakRules rules = rules(ZoneOffset.UTC);

    @Test
    void aStreakCrossesTheEndsOfMonthsAndYears() {
        assertThat(streak("2026-11-01", "2026-10-30", "2026-10-31", "2026-11-01"))
                .isEqualTo(3);
        assertThat(streak("2026-01-01", "2025-12-31", "2026-01-01")).isEqualTo(2);
    }

    @Test
    void aStreakCrossesTheLeapDayOnlyIfItWasSigned() {
        assertThat(streak("2024-03-01", "2024-02-28", "2024-02-29", "2024-03-01"))
                .isEqualTo(3);
        assertThat(streak("2024-03-01", "2024-02-28", "2024-03-01")).isEqualTo(1);
        assertThat(streak("2026-03-01", "2026-02-28", "2026-03-01")).isEqualTo(2);
    }

    @Test
    void whileTodayIsOpenTheStreakUpToYesterdayHolds() {
        assertThat(streak("2026-11-20", "2026-11-19", "2026-11-20")).isEqualTo(2);
        assertThat(streak("2026-11-21", "2026-11-19", "2026-11-20")).isEqualTo(2);
        assertThat(streak("2026-11-22", "2026-11-19", "2026-11-20")).isZero();
    }

    @Test
    void theLongestStreakMayLieInThePast() {
        var calendar = signed("2025-12-30", "2025-12-31", "2026-01-01", "2026-01-03", "2026-01-04");

        assertThat(rules.longest(calendar)).isEqualTo(3);
        assertThat(rules.longest(calendar.year(Year.of(2026)))).isEqualTo(2);
        assertThat(rules.longest(signed())).isZero();
    }

    @Test
    void withTheMonthlyResetAStreakBeginsWithItsMonth() {
        var monthly = rules(ZoneOffset.UTC, "monthly-reset=true");
        var calendar = signed("2026-10-29", "2026-10-30", "2026-10-31", "2026-11-01", "2026-11-02");

        assertThat(monthly.current(calendar, day("2026-11-02"))).isEqualTo(2);
        assertThat(monthly.current(signed("2026-10-31"), day("2026-11-01"))).isZero();
        assertThat(monthly.longest(calendar)).isEqualTo(3);
    }

    @Test
    void whoHasAStreakHasSignedAllItsDaysOfOneMonth() {
        assertThat(rules.indicatingDays(day("2026-11-21"), 3))
                .containsExactly(day("2026-11-20"), day("2026-11-19"), day("2026-11-18"));
        assertThat(rules.indicatingDays(day("2026-11-03"), 5)).containsExactly(day("2026-11-02"), day("2026-11-01"));
        assertThat(rules.indicatingDays(day("2026-11-01"), 2)).containsExactly(day("2026-10-31"), day("2026-10-30"));
        assertThat(rules.indicatingDays(day("2026-11-21"), 100_000)).hasSize(20);
    }

    @Test
    void withFreezesWhoHasAStreakHasSignedADayNotLongAgo() {
        var freezing = rules(ZoneOffset.UTC, "freezes.quota=2", "freezes.longest-gap=2");

        assertThat(freezing.indicatingDays(day("2026-11-02"), 30))
                .containsExactly(day("2026-11-01"), day("2026-10-31"), day("2026-10-30"));
    }

    @Test
    void aDayThatTheZoneSkippedIsNotAskedFor() {
        assertThat(rules(ZoneId.of("Pacific/Apia")).indicatingDays(day("2011-12-31"), 2))
                .containsExactly(day("2011-12-29"), day("2011-12-28"));
    }

    @Test
    void aFrozenDayHoldsTheStreakAndDoesNotCount() {
        var freezing = rules(ZoneOffset.UTC, "freezes.quota=2");
        var calendar = CalendarTests.calendar("2026-11-01", "2026-11-02", "2026-11-03 frozen", "2026-11-04");

        assertThat(freezing.current(calendar, day("2026-11-04"))).isEqualTo(3);
        assertThat(freezing.longest(calendar)).isEqualTo(3);
        assertThat(freezing.freezesLeft(calendar, day("2026-11-05"))).isEqualTo(1);
        assertThat(freezing.freezesLeft(calendar, day("2026-12-03"))).isEqualTo(1);
        assertThat(freezing.freezesLeft(calendar, day("2026-12-04"))).isEqualTo(2);
    }

    @Test
    void freezesThatWereSwitchedOffHoldNoStreak() {
        var calendar = CalendarTests.calendar("2026-11-01", "2026-11-02", "2026-11-03 frozen", "2026-11-04");

        assertThat(rules.current(calendar, day("2026-11-04"))).isEqualTo(1);
        assertThat(rules.longest(calendar)).isEqualTo(2);
    }

    @Test
    void aStreakLivesWhileAFreezeWillBridgeTheGap() {
        var freezing = rules(ZoneOffset.UTC, "freezes.quota=2", "freezes.longest-gap=2");

        assertThat(freezing.current(signed("2026-11-01", "2026-11-02"), day("2026-11-04")))
                .isEqualTo(2);
        assertThat(freezing.current(signed("2026-11-01", "2026-11-02"), day("2026-11-05")))
                .isEqualTo(2);
        assertThat(freezing.current(signed("2026-11-01", "2026-11-02"), day("2026-11-06")))
                .isZero();
    }

    /** Samoa crossed the date line: there was no 30 December. */
    @Test
    void aStreakGoesOnOverADayThatTheZoneDoesNotHave() {
        var samoa = rules(ZoneId.of("Pacific/Apia"));
        var calendar = signed("2011-12-28", "2011-12-29", "2011-12-31");

        assertThat(samoa.current(calendar, day("2011-12-31"))).isEqualTo(3);
        assertThat(samoa.current(signed("2011-12-29"), day("2011-12-31"))).isEqualTo(1);
        assertThat(samoa.current(signed("2011-12-28"), day("2011-12-31"))).isZero();
        assertThat(samoa.longest(calendar)).isEqualTo(3);
        assertThat(samoa.archive(calendar, 2011).run()).isEqualTo(3);
        assertThat(rules.longest(calendar)).isEqualTo(2);
    }

    @Test
    void aFreezeIsNotSpentOnADayThatTheZoneDoesNotHave() {
        var samoa = rules(ZoneId.of("Pacific/Apia"), "freezes.quota=1", "freezes.longest-gap=1");

        assertThat(samoa.current(signed("2011-12-27", "2011-12-28"), day("2011-12-31")))
                .isEqualTo(2);
        assertThat(samoa.current(signed("2011-12-26", "2011-12-27"), day("2011-12-31")))
                .isZero();
    }

    @Test
    void aStreakGoesOnOverAPauseAcrossTheYearsEndAndCountsNoneOfIt() {
        var calendar = paused("2026-12-20", "2027-01-15", "2026-12-18", "2026-12-19", "2027-01-15");

        assertThat(rules.current(calendar, day("2027-01-15"))).isEqualTo(3);
        assertThat(rules.current(calendar, day("2027-01-10"))).isEqualTo(2);
        assertThat(rules.current(paused("2026-12-20", "2027-01-15", "2026-12-19"), day("2027-01-15")))
                .isEqualTo(1);
        assertThat(rules.current(paused("2026-12-20", "2027-01-15", "2026-12-19"), day("2027-01-16")))
                .isZero();
        assertThat(rules.longest(calendar)).isEqualTo(3);
        assertThat(rules.archive(calendar, 2026).run()).isEqualTo(2);
        assertThat(calendar.paused(day("2027-01-01"), day("2027-01-31"))).hasSize(14);
    }

    @Test
    void aPauseCostsNoFreeze() {
        var freezing = rules(ZoneOffset.UTC, "freezes.quota=1");
        var calendar = paused("2026-11-03", "2026-11-20", "2026-11-01", "2026-11-02");

        assertThat(freezing.current(calendar, day("2026-11-20"))).isEqualTo(2);
        assertThat(freezing.current(calendar, day("2026-11-21"))).isEqualTo(2);
        assertThat(freezing.current(calendar, day("2026-11-22"))).isZero();
        assertThat(freezing.freezesLeft(calendar, day("2026-11-20"))).isEqualTo(1);
    }

    private static Calendar paused(String from, String until, String... days) {
        var calendar = signed(days);
        return new Calendar(calendar.years(), null, false, new Pauses(List.of(new Pause(day(from), day(until)))));
    }

    private static StreakRules rules(ZoneId zone, String... settings) {
        return new StreakRules(FixedSignInRules.of(settings), new BusinessTime(Clock.systemUTC(), zone));
    }

    private int streak(String today, String... days) {
        return rules.current(signed(days), day(today));
    }

    private static Calendar signed(String... days) {
        return CalendarTests.calendar(days);
    }

    private static LocalDate day(String day) {
        return LocalDate.parse(day);
    }
}
