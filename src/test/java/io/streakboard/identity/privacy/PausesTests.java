package io.streakboard.identity.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streakboard.identity.privacy.Pauses.Pause;
import java.time.LocalDate;
import java.time.Year;
import org.junit.jupiter.api.Test;

class PausesTests {

    private static final LocalDate TODAY = day("2026-12-10");

    @Test
    void aPauseHasItsFirstDayAndNotTheDayOfReturn() {
        var pauses = Pauses.NONE.with(new Pause(TODAY, day("2026-12-12")));

        assertThat(pauses.days()).containsExactly(TODAY, day("2026-12-11"));
        assertThat(pauses.has(day("2026-12-12"))).isFalse();
        assertThat(pauses.until(TODAY)).contains(day("2026-12-12"));
    }

    @Test
    void anotherEndMovesThePauseOfToday() {
        var pauses = Pauses.NONE.with(new Pause(day("2026-12-08"), day("2026-12-20")));

        assertThat(pauses.paused(TODAY, day("2026-12-15"))).contains(new Pause(day("2026-12-08"), day("2026-12-15")));
        assertThat(pauses.paused(TODAY, day("2026-12-20"))).isEmpty();
        assertThat(pauses.ended(TODAY)).contains(new Pause(day("2026-12-08"), TODAY));
        assertThat(pauses.ended(day("2026-12-20"))).isEmpty();
    }

    @Test
    void aPauseThatEndsOnItsFirstDayWasNone() {
        var ended = Pauses.NONE.with(new Pause(TODAY, TODAY));

        assertThat(ended.days()).isEmpty();
        assertThat(ended.paused(TODAY, day("2026-12-11"))).contains(new Pause(TODAY, day("2026-12-11")));
        assertThat(ended.with(new Pause(TODAY, day("2026-12-11"))).all()).hasSize(1);
    }

    @Test
    void eachYearHasDaysOfItsOwn() {
        var pauses = Pauses.NONE
                .with(new Pause(day("2026-03-01"), day("2026-03-11")))
                .with(new Pause(TODAY, day("2027-02-01")));

        assertThat(pauses.daysLeft(Year.of(2026))).isEqualTo(60 - 10 - 22);
        assertThat(pauses.daysLeft(Year.of(2027))).isEqualTo(60 - 31);
        assertThatNoException().isThrownBy(() -> PauseNotAllowed.checkLength(pauses, TODAY, day("2027-02-01")));
    }

    /** Counting all its days would take hours. */
    @Test
    void aPauseForEverIsTooLong() {
        var pauses = Pauses.NONE.with(new Pause(TODAY, LocalDate.MAX));

        assertThatThrownBy(() -> PauseNotAllowed.checkLength(pauses, TODAY, LocalDate.MAX))
                .hasMessageContaining("60 days in 2027; this pause has 305 too many");
    }

    @Test
    void pausesThatAreOverOrWereTakenBackAreLeftOut() {
        var over = new Pause(day("2025-12-01"), day("2026-01-01"));
        var takenBack = new Pause(day("2026-03-01"), day("2026-03-01"));
        var reachesIn = new Pause(day("2025-12-31"), day("2026-01-02"));
        var pauses = Pauses.NONE.with(over).with(takenBack).with(reachesIn);

        assertThat(pauses.since(day("2026-01-01"))).containsExactly(reachesIn);
    }

    @Test
    void neitherYearMayHaveTooManyDays() {
        var days = Pauses.NONE.with(new Pause(day("2026-10-01"), day("2026-12-01")));
        assertThatThrownBy(() -> PauseNotAllowed.checkLength(days, day("2026-10-01"), day("2026-12-01")))
                .hasMessageContaining("1 too many");

        var next = Pauses.NONE.with(new Pause(TODAY, day("2027-03-03")));
        assertThatThrownBy(() -> PauseNotAllowed.checkLength(next, TODAY, day("2027-03-03")))
                .hasMessageContaining("in 2027");
        assertThatNoException()
                .isThrownBy(() -> PauseNotAllowed.checkLength(
                        Pauses.NONE.with(new Pause(TODAY, day("2027-03-02"))), TODAY, day("2027-03-02")));
    }

    private static LocalDate day(String day) {
        return LocalDate.parse(day);
    }
}
